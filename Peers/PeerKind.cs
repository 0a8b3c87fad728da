namespace SfPerf.Peers;

/// <summary>A store of others that the same workload is measured on.</summary>
public enum PeerKind
{
    /// <summary>Redis: SET, and WAIT for its replicas.</summary>
    Redis,

    /// <summary>PostgreSQL: a prepared upsert of one row.</summary>
    PostgreSql,

    /// <summary>etcd: Put and linearizable Range over gRPC.</summary>
    Etcd,
}

/// <summary>Defines what the peers can do.</summary>
public static class PeerKinds
{
    /// <summary>
    /// Determines whether the peer keeps its keys in order and so returns rows that follow each other.
    /// </summary>
    public static bool CanScan(this PeerKind kind) => kind != PeerKind.Redis;
}
