namespace SfPerf.Fabric.Cluster.Control;

/// <summary>Which part of a service's keys a partition holds.</summary>
internal sealed record PartitionKey
{
    /// <summary>Gets one of Singleton, Int64Range, Named.</summary>
    public required string Kind { get; init; }

    public long LowKey { get; init; }

    public long HighKey { get; init; }

    public string Name { get; init; } = "";
}
