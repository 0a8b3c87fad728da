namespace SfPerf.Peers;

/// <summary>What the peers can do.</summary>
public static class PeerKinds
{
    /// <summary>Whether the peer keeps its keys in order and so returns rows that follow each other.</summary>
    public static bool CanScan(this PeerKind kind) => kind != PeerKind.Redis;
}
