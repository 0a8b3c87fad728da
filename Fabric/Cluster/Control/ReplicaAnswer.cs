using System;
using SfPerf.Fabric.Cluster.Failover;

namespace SfPerf.Fabric.Cluster.Control;

/// <summary>The end of a command.</summary>
internal sealed record ReplicaAnswer
{
    public required Guid PartitionId { get; init; }

    public required long ReplicaId { get; init; }

    public required long Request { get; init; }

    /// <summary>Gets why it failed, or null.</summary>
    public string? Error { get; init; }

    /// <summary>Gets whether the replica's state is not on this disk.</summary>
    public bool StateLost { get; init; }

    /// <summary>Gets whether the disk holds remains of the lost state: it was not wiped, it was damaged.</summary>
    public bool StateDamaged { get; init; }

    /// <summary>Gets what is missing or corrupt, if the state is lost: a sentence for the operator.</summary>
    public string LostReason { get; init; } = "";

    public string Address { get; init; } = "";

    public string ReplicatorAddress { get; init; } = "";

    public LogProgress? Progress { get; init; }
}
