using System;
using SfPerf.Fabric.Cluster.Failover;

namespace SfPerf.Fabric.Cluster.Control;

/// <summary>A command on its way to a replica or instance.</summary>
internal sealed record ReplicaOrder
{
    public required Guid PartitionId { get; init; }

    public required long ReplicaId { get; init; }

    /// <summary>Gets the number that the answer repeats; 0 wants none.</summary>
    public required long Request { get; init; }

    public required ReplicaCommand Command { get; init; }

    /// <summary>Gets what a replica is created from; only with Open.</summary>
    public ReplicaOpening? Opening { get; init; }
}
