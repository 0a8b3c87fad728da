namespace SfPerf.Fabric.Cluster.Failover;

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
