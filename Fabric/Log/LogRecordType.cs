namespace SfPerf.Fabric.Log;

/// <summary>What a record is. The values are part of the file format.</summary>
public enum LogRecordType
{
    /// <summary>Bytes of the stream's owner, with an LSN.</summary>
    Data = 1,

    /// <summary>The first record of a primary's term: an LSN of its own, no bytes.</summary>
    Epoch = 2,

    /// <summary>Cuts the stream: every record with a higher LSN before this one is void.</summary>
    TruncateTail = 3,
}
