using System.Collections.Generic;
using System.Text.Json.Serialization;

namespace SfPerf.Fabric.Manifests;

/// <summary>Represents one service manifest with the application manifest's overrides applied.</summary>
internal sealed record ServicePackageDefinition
{
    public required string Name { get; init; }

    public required string Version { get; init; }

    /// <summary>Gets the package's folder.</summary>
    public required string Folder { get; init; }

    public required ServiceTypeDefinition[] Types { get; init; }

    /// <summary>Gets the first code package: its process registers the types, and its replicas run in it.</summary>
    public required CodePackageDefinition Code { get; init; }

    /// <summary>Gets the other code packages: programs that run beside it and register no type.</summary>
    public CodePackageDefinition[] Companions
    {
        get;
        init => field = value ?? []; // null in a state that was stored before there were any
    } = [];

    /// <summary>Gets all code packages, the first one first.</summary>
    [JsonIgnore]
    public CodePackageDefinition[] Codes => [Code, .. Companions];

    public required ConfigPackageDefinition[] Configs { get; init; }

    public required DataPackageDefinition[] Data { get; init; }

    public required EndpointDefinition[] Endpoints { get; init; }

    /// <summary>Gets whether the program is a guest: it was not written for Service Fabric.</summary>
    [JsonIgnore]
    public bool IsGuest => Types is [{ UseImplicitHost: true }, ..];
}

/// <summary>A service type that the package's program registers.</summary>
/// <param name="Name">The name of the type.</param>
/// <param name="Stateful">Whether its services have replicas.</param>
/// <param name="HasPersistedState">Whether these keep their state on disk.</param>
/// <param name="UseImplicitHost">Whether the program knows nothing of Service Fabric: it registers no type, and its
/// process is the instance.</param>
/// <param name="PlacementConstraints">Which nodes a service of it may be placed on that does not say so itself.</param>
internal sealed record ServiceTypeDefinition(string Name, bool Stateful, bool HasPersistedState,
    bool UseImplicitHost = false, string PlacementConstraints = "");

/// <summary>A code package: a program, and what must have run before it.</summary>
internal sealed record CodePackageDefinition
{
    public required string Name { get; init; }

    public required string Version { get; init; }

    public required string Program { get; init; }

    public string Arguments { get; init; } = "";

    /// <summary>Gets one of Work, CodePackage, CodeBase.</summary>
    public string WorkingFolder { get; init; } = "Work";

    public Dictionary<string, string> Environment { get; init; } = [];

    /// <summary>Gets what runs to its end before each start of the program, or null.</summary>
    public SetupDefinition? Setup { get; init; }
}

/// <summary>A program that prepares a node before another one starts.</summary>
internal sealed record SetupDefinition(string Program, string Arguments, string WorkingFolder);

/// <summary>An endpoint resource; port 0 asks the node for a free one.</summary>
internal sealed record EndpointDefinition
{
    public required string Name { get; init; }

    public string Protocol { get; init; } = "tcp";

    public string Type { get; init; } = "Internal";

    public int Port { get; init; }

    public string UriScheme { get; init; } = "";

    public string PathSuffix { get; init; } = "";

    /// <summary>
    /// Gets whether the cluster listens at the endpoint's own port and passes connections on, where several nodes share
    /// a machine.
    /// </summary>
    [JsonIgnore]
    public bool IsForwarded => Port != 0 && Protocol is ("tcp" or "http" or "https");
}

/// <summary>A folder of settings.</summary>
internal sealed record ConfigPackageDefinition(string Name, string Version, string Folder, SettingsSection[] Sections);

/// <summary>A section of Settings.xml.</summary>
internal sealed record SettingsSection(string Name, SettingsParameter[] Parameters);

/// <summary>A parameter of a section.</summary>
internal sealed record SettingsParameter(string Name, string Value, bool MustOverride, bool IsEncrypted, string Type);

/// <summary>A folder of data.</summary>
internal sealed record DataPackageDefinition(string Name, string Version, string Folder);
