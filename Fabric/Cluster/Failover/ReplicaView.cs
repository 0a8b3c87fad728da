namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>A replica as another one must know it.</summary>
internal sealed record ReplicaView
{
    public required long Id { get; init; }

    public required string Role { get; init; }

    public required bool Up { get; init; }

    public string ReplicatorAddress { get; init; } = "";

    /// <summary>Gets whether a catch-up must wait for this replica whatever the quorum.</summary>
    public bool MustCatchUp { get; init; }

    public override string ToString() => $"{Id}{(Up ? "" : "-")}{(MustCatchUp ? "!" : "")}";
}
