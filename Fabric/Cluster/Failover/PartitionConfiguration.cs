using System;
using System.Linq;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>
/// Describes what the cluster must never forget about a stateful partition. It changes by compare-and-set only, and is
/// durable before any replica acts on it.
/// </summary>
internal sealed record PartitionConfiguration
{
    public required Guid PartitionId { get; init; }

    /// <summary>Gets the number of this record: one more than the record it replaces, 1 for the first.</summary>
    public required long Version { get; init; }

    public required FailoverEpoch Epoch { get; init; }

    /// <summary>Gets the id of the primary of <see cref="Epoch"/>.</summary>
    public required long Primary { get; init; }

    /// <summary>Gets the replicas whose majority makes a write durable, the primary included.</summary>
    public required ReplicaLocation[] Current { get; init; }

    /// <summary>
    /// Gets the configuration before, while a change is under way: both majorities count. Otherwise empty.
    /// </summary>
    public ReplicaLocation[] Previous { get; init; } = [];

    /// <summary>Gets replicas with state that belong to neither: idle, or down and left out.</summary>
    public ReplicaLocation[] Others { get; init; } = [];

    /// <summary>
    /// Gets whether acknowledged writes were given up and the service has not heard of it yet (OnDataLossAsync).
    /// </summary>
    public bool DataLoss { get; init; }

    public override string ToString() =>
        $"v{Version} epoch {Epoch} primary {Primary} cc {List(Current)} pc {List(Previous)} others {List(Others)}"
        + (DataLoss ? " data loss" : "");

    private static string List(ReplicaLocation[] replicas) => $"[{string.Join(' ', replicas.Select(r => r.Id))}]";
}
