using System.Collections.Generic;
using System.Fabric.Query;

namespace SfPerf.Fabric.ProgrammingModel.Gateway;

/// <summary>A package that the image store shall copy.</summary>
internal sealed record GatewayUpload(string Source, string Name);

/// <summary>An application type.</summary>
internal sealed record GatewayTypeName(string Name, string Version);

/// <summary>An application that shall be deleted.</summary>
internal sealed record GatewayDoomed(string Application);

/// <summary>An application that shall be created.</summary>
internal sealed record GatewayNewApplication
{
    public required string Name { get; init; }

    public required string TypeName { get; init; }

    public required string TypeVersion { get; init; }

    public required Dictionary<string, string> Parameters { get; init; }

    public required double TimeoutSeconds { get; init; }
}

/// <summary>An application type as the gateway writes it.</summary>
internal sealed record GatewayApplicationType
{
    public required string Name { get; init; }

    public required string Version { get; init; }

    public Dictionary<string, string> Parameters { get; init; } = [];

    internal ApplicationType ToQueryResult()
    {
        var type = new ApplicationType
        {
            ApplicationTypeName = Name, ApplicationTypeVersion = Version, DefaultParameters = [],
        };
        foreach (var (name, value) in Parameters)
            type.DefaultParameters.Add(new() { Name = name, Value = value });
        return type;
    }
}
