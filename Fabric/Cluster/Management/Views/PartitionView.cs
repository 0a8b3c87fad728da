using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>A partition as the gateway shows it; see docs/formats/gateway.md.</summary>
internal sealed record PartitionView
{
    public required Guid Id { get; init; }

    public required string Kind { get; init; }

    public string? LowKey { get; init; }

    public string? HighKey { get; init; }

    public string? Name { get; init; }

    public required string Status { get; init; }

    public required string Health { get; init; }

    public int TargetReplicaSetSize { get; init; }

    public int MinReplicaSetSize { get; init; }

    public int InstanceCount { get; init; }

    public bool Stateful { get; init; }

    /// <summary>Gets the epoch; in the status only.</summary>
    public EpochView? Epoch { get; init; }

    /// <summary>Gets the version of the endpoints; in the status only.</summary>
    public long? Version { get; init; }

    /// <summary>Gets the replicas; in the status only.</summary>
    public IReadOnlyList<ReplicaStatusView>? Replicas { get; init; }
}
