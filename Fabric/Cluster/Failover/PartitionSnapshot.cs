using System.Linq;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>The visible state of a partition at one moment.</summary>
internal sealed record PartitionSnapshot
{
    /// <summary>Gets one of Ready, NotReady, InQuorumLoss, Reconfiguring.</summary>
    public required string Status { get; init; }

    /// <summary>Gets one of Ok, Warning, Error.</summary>
    public required string Health { get; init; }

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

    /// <summary>Gets one of Unknown, None, Primary, IdleSecondary, ActiveSecondary.</summary>
    public required string Role { get; init; }

    /// <summary>Gets one of InBuild, Standby, Ready, Down, Dropped.</summary>
    public required string Status { get; init; }

    public string Address { get; init; } = "";

    public string ReplicatorAddress { get; init; } = "";

    public override string ToString() => $"{Id}:{Role}/{Status}";
}
