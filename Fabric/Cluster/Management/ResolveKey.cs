namespace SfPerf.Fabric.Cluster.Management;

/// <summary>Specifies which partition is meant.</summary>
internal sealed record ResolveKey
{
    /// <summary>Gets one of Int64Range, Named, Singleton, Id; an empty text means the first partition.</summary>
    public required string Kind { get; init; }

    public string Text { get; init; } = "";
}
