using System.Collections.Generic;

namespace SfPerf.Fabric.Gateway;

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

/// <summary>An application type with the defaults of its parameters.</summary>
internal sealed record ApplicationTypeView(
    string Name, string Version, IReadOnlyDictionary<string, string> Parameters);

/// <summary>A service; its partitions in the status only.</summary>
internal sealed record ServiceView
{
    public required string Name { get; init; }

    public required string TypeName { get; init; }

    public required string Kind { get; init; }

    /// <summary>Gets whether the replicas keep their state on the disk; null for a stateless service.</summary>
    public bool? HasPersistedState { get; init; }

    public required string Application { get; init; }

    /// <summary>Gets the version of the service manifest that declares the type.</summary>
    public required string ManifestVersion { get; init; }

    public string Status { get; init; } = "Active";

    public required string Health { get; init; }

    public IReadOnlyList<PartitionView>? Partitions { get; init; }
}
