namespace SfPerf.Fabric.Cluster.Control;

/// <summary>What a replica or instance is created from.</summary>
internal sealed record ReplicaOpening
{
    public required string ServiceName { get; init; }

    public required string ServiceTypeName { get; init; }

    public required bool Stateful { get; init; }

    public required PartitionKey Key { get; init; }

    public int MinReplicaSetSize { get; init; }
}
