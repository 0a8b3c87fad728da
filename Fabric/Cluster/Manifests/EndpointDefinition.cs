namespace SfPerf.Fabric.Cluster.Manifests;

/// <summary>An endpoint resource; port 0 asks the node for a free one.</summary>
internal sealed record EndpointDefinition
{
    public required string Name { get; init; }

    public string Protocol { get; init; } = "tcp";

    public string Type { get; init; } = "Internal";

    public int Port { get; init; }

    public string UriScheme { get; init; } = "";

    public string PathSuffix { get; init; } = "";
}
