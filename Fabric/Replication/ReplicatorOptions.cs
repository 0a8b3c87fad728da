using System;

namespace SfPerf.Fabric.Replication;

/// <summary>Describes what one replica needs to know of its service. Immutable.</summary>
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

    /// <summary>Gets what the service's settings say of its replicator.</summary>
    public ReplicatorLimits Limits { get; init; } = ReplicatorLimits.None;

    /// <summary>
    /// Gets who is told, once and from any thread, that the replica cannot go on: its log failed, or applying a record
    /// did. The replica must then be closed and opened anew (ReportFault).
    /// </summary>
    public Action<Exception>? Faulted { get; init; }
}

/// <summary>
/// Describes what the settings of a service say of its replicators; what is null is as the options of the host say.
/// </summary>
/// <param name="CheckpointThresholdBytes">How much log a partition writes between checkpoints; at least 1.</param>
/// <param name="PendingOperationsMax">How many operations may wait for their quorum; at least 1.</param>
/// <param name="PendingBytesMax">How many bytes of records may wait for their quorum; at least 1.</param>
public sealed record ReplicatorLimits(
    long? CheckpointThresholdBytes = null, int? PendingOperationsMax = null, long? PendingBytesMax = null)
{
    /// <summary>Gets after which time a checkpoint is written though the log is below the threshold; null: never.
    /// </summary>
    public TimeSpan? TruncationInterval { get; init; }

    /// <summary>Gets the limits of a service that sets none.</summary>
    public static ReplicatorLimits None { get; } = new();
}
