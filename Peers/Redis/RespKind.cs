namespace SfPerf.Peers.Redis;

/// <summary>The kinds of reply of RESP 2.</summary>
internal enum RespKind
{
    Status,
    Error,
    Integer,
    Bulk,
    Array,
    Null,
}
