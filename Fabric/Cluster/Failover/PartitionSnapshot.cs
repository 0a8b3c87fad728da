using System.Linq;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>The visible state of a partition at one moment.</summary>
internal sealed record PartitionSnapshot
{
    public required PartitionStatus Status { get; init; }

    public required Health Health { get; init; }

    public FailoverEpoch Epoch { get; init; }

    public ReplicaSnapshot[] Replicas { get; init; } = [];

    public string LastError { get; init; } = "";

    /// <summary>Gets whether every replica wanted is in place.</summary>
    public bool Complete { get; init; }

    /// <summary>Gets whether a replica has failed again and again to open.</summary>
    public bool Failing { get; init; }

    /// <summary>
    /// Gets whether so many replicas have failed again and again to open that the others make no quorum.
    /// </summary>
    public bool Stuck { get; init; }

    /// <summary>
    /// Gets whether so many replicas have lost their state that waiting for the others cannot end a quorum loss.
    /// </summary>
    public bool Hopeless { get; init; }

    internal bool SameAs(PartitionSnapshot? other) => other is not null && Status == other.Status
        && Health == other.Health && Hopeless == other.Hopeless && Failing == other.Failing && Stuck == other.Stuck
        && Epoch == other.Epoch && Complete == other.Complete
        && LastError == other.LastError && Replicas.SequenceEqual(other.Replicas);

    public override string ToString() =>
        $"{Status} {Health}{(Complete ? " complete" : "")} {string.Join(' ', Replicas.AsEnumerable())}";
}

/// <summary>The visible state of a replica or instance.</summary>
internal sealed record ReplicaSnapshot
{
    public required long Id { get; init; }

    public required string Node { get; init; }

    public required Role Role { get; init; }

    public required ReplicaStatus Status { get; init; }

    public string Address { get; init; } = "";

    public string ReplicatorAddress { get; init; } = "";

    /// <summary>Gets whether it is the primary and counts.</summary>
    internal bool Serves => Role == Role.Primary && Status == ReplicaStatus.Ready;

    public override string ToString() => $"{Id}:{Role}/{Status}";
}

/// <summary>Specifies whether a partition serves; named as in the answers of the gateway.</summary>
internal enum PartitionStatus
{
    /// <summary>It has never served.</summary>
    NotReady,

    /// <summary>It serves.</summary>
    Ready,

    /// <summary>It serves no writes: more replicas are down than a quorum can do without.</summary>
    InQuorumLoss,

    /// <summary>It does not serve until its reconfiguration ends.</summary>
    Reconfiguring,
}

/// <summary>Specifies the status of a replica or instance; named as in the answers of the gateway.</summary>
internal enum ReplicaStatus
{
    /// <summary>It is new, or its state is being copied.</summary>
    InBuild,

    /// <summary>It is open and belongs to no configuration.</summary>
    Standby,

    /// <summary>It counts.</summary>
    Ready,

    /// <summary>Its process is gone; its state is on the disk of its node.</summary>
    Down,

    /// <summary>Its state is lost.</summary>
    Dropped,
}

/// <summary>Specifies how healthy something is; the higher, the worse.</summary>
internal enum Health
{
    /// <summary>All that is wanted is there.</summary>
    Ok,

    /// <summary>It serves, and something wanted is missing.</summary>
    Warning,

    /// <summary>It does not serve.</summary>
    Error,
}
