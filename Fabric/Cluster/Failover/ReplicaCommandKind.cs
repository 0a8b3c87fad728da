namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>What a replica is told to do.</summary>
internal enum ReplicaCommandKind
{
    /// <summary>Creates the replica object and opens it with its replicator.</summary>
    Open,

    /// <summary>Changes the role of the replicator, then of the replica.</summary>
    ChangeRole,

    /// <summary>
    /// Makes a new epoch durable, so that an older primary is refused, and asks how far the log reaches.
    /// </summary>
    Fence,

    /// <summary>Makes a new epoch durable, so that an older primary is refused.</summary>
    UpdateEpoch,

    /// <summary>
    /// Primary, before anybody reads or writes: tells the service that writes may be lost; it may restore a backup.
    /// </summary>
    DataLoss,

    /// <summary>Primary: copies the state to another replica.</summary>
    Build,

    /// <summary>Primary: takes both configurations and waits until a quorum of each has caught up.</summary>
    CatchUp,

    /// <summary>Primary: takes the current configuration alone, and serves.</summary>
    Activate,

    /// <summary>Primary: revokes writes, lets the others catch up, becomes a secondary.</summary>
    Demote,

    /// <summary>Aborts the replica, which keeps its state on disk.</summary>
    Abort,

    /// <summary>Closes the replica, which keeps its state on disk.</summary>
    Close,

    /// <summary>Closes the replica and deletes its state.</summary>
    Drop,
}
