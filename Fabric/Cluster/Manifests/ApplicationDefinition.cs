using System.Collections.Generic;

namespace SfPerf.Fabric.Cluster.Manifests;

/// <summary>An application as it is to be created: manifests with all parameters filled in.</summary>
internal sealed record ApplicationDefinition
{
    /// <summary>Gets the name, such as <c>fabric:/SfPerf</c>.</summary>
    public required string Name { get; init; }

    public required string TypeName { get; init; }

    public required string TypeVersion { get; init; }

    /// <summary>Gets the value of every declared parameter.</summary>
    public required SortedDictionary<string, string> Parameters { get; init; }

    public required ServicePackageDefinition[] Packages { get; init; }

    /// <summary>Gets the services in the manifest's order, which is also the order of placement.</summary>
    public required ServiceDefinition[] Services { get; init; }
}
