using System.Collections.Generic;

namespace SfPerf.Fabric.Cluster.Manifests;

/// <summary>The program of a package.</summary>
internal sealed record CodePackageDefinition
{
    public required string Name { get; init; }

    public required string Version { get; init; }

    public required string Program { get; init; }

    public string Arguments { get; init; } = "";

    /// <summary>Gets one of Work, CodePackage, CodeBase.</summary>
    public string WorkingFolder { get; init; } = "Work";

    public Dictionary<string, string> Environment { get; init; } = [];
}
