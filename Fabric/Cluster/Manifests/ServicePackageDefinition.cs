namespace SfPerf.Fabric.Cluster.Manifests;

/// <summary>One service manifest with the application manifest's overrides applied.</summary>
internal sealed record ServicePackageDefinition
{
    public required string Name { get; init; }

    public required string Version { get; init; }

    /// <summary>Gets the package's folder.</summary>
    public required string Folder { get; init; }

    public required ServiceTypeDefinition[] Types { get; init; }

    public required CodePackageDefinition Code { get; init; }

    public required ConfigPackageDefinition[] Configs { get; init; }

    public required DataPackageDefinition[] Data { get; init; }

    public required EndpointDefinition[] Endpoints { get; init; }
}
