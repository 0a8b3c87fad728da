using System.Collections.Generic;

namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>The application; its services in the status only.</summary>
internal sealed record ApplicationView
{
    public required string Name { get; init; }

    public required string TypeName { get; init; }

    public required string TypeVersion { get; init; }

    public required string Status { get; init; }

    public required string Health { get; init; }

    public required IReadOnlyDictionary<string, string> Parameters { get; init; }

    public IReadOnlyList<ServiceView>? Services { get; init; }
}
