using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Gateway;

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

/// <summary>A replica or instance in the status.</summary>
internal sealed record ReplicaStatusView(
    string Id, string Node, string Role, string Status, int? Pid, string Address, string? ReplicatorAddress)
{
    public required string Health { get; init; }

    /// <summary>Gets the load that the replica reported, by metric; null if it reported none.</summary>
    public IReadOnlyDictionary<string, int>? Load { get; init; }

    /// <summary>Gets what a move costs, as the replica reported; null if it did not.</summary>
    public string? MoveCost { get; init; }
}

/// <summary>The replicas or instances of a partition.</summary>
internal sealed record ReplicasView(Guid Partition, bool Stateful, IReadOnlyList<ReplicaStatusView> Replicas);

/// <summary>A data loss that a test asked for: Running, Completed, or Faulted because its partition is gone.</summary>
internal sealed record TestCommandView(Guid OperationId, string State, string Service, Guid Partition);

/// <summary>An epoch, its numbers as text.</summary>
internal sealed record EpochView(string DataLossNumber, string ConfigurationNumber);

/// <summary>The answer to a resolve.</summary>
internal sealed record ResolvedView(
    string Service, PartitionView Partition, long Version, IReadOnlyList<EndpointView> Endpoints);

/// <summary>Represents one endpoint of a resolved partition.</summary>
internal sealed record EndpointView(string Role, string Address, string ReplicaId, string Node);
