using System;

namespace SfPerf.Fabric.Replication;

/// <summary>What one replica needs to know of its service. Immutable.</summary>
public sealed record ReplicatorOptions
{
    /// <summary>Gets the size of the replica set below which writes are refused, the primary included.</summary>
    /// <value>At least 1; 1 unless set.</value>
    public int MinReplicaSetSize
    {
        get;
        init => field = value >= 1 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "At least 1.");
    } = 1;

    /// <summary>
    /// Gets whether the replica was here before: a disk without its state has lost it, and must not begin anew.
    /// </summary>
    public bool MustExist { get; init; }

    /// <summary>
    /// Gets who is told, once and from any thread, that the replica cannot go on: its log failed, or applying a record
    /// did. The replica must then be closed and opened anew (ReportFault).
    /// </summary>
    public Action<Exception>? Faulted { get; init; }
}
