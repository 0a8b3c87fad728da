using System.Collections.Generic;

namespace SfPerf.Fabric.Gateway;

// Set, not init: ClusterMessages.cs says why.

/// <summary>Describes what POST /Applications/Deploy takes.</summary>
internal sealed record DeployRequest
{
    public string Package { get; set; } = "";

    public string? Profile { get; set; }

    public string? Application { get; set; }

    public Dictionary<string, string> Parameters { get; set; } = [];

    public string Overwrite { get; set; } = "IfChanged";

    public double TimeoutSeconds { get; set; } = 30;
}

/// <summary>Describes what became of a deployment.</summary>
internal sealed record DeployAnswer(string Application, bool Changed, double Seconds);

/// <summary>Describes what POST /Applications/Remove takes.</summary>
internal sealed record RemoveRequest
{
    public string Application { get; set; } = "";
}

/// <summary>The application that is gone.</summary>
internal sealed record RemoveAnswer(string Application, double Seconds);

/// <summary>Describes what POST /Applications/Create takes.</summary>
internal sealed record ApplicationRequest
{
    public string Name { get; set; } = "";

    public string TypeName { get; set; } = "";

    public string TypeVersion { get; set; } = "";

    public Dictionary<string, string> Parameters { get; set; } = [];

    public double TimeoutSeconds { get; set; } = 30;
}

/// <summary>Describes what POST /ImageStore/Upload takes.</summary>
internal sealed record UploadRequest
{
    public string Source { get; set; } = "";

    public string Name { get; set; } = "";
}

/// <summary>A package of the image store.</summary>
internal sealed record ImageName
{
    public string Name { get; set; } = "";
}

/// <summary>A version of an application type.</summary>
internal sealed record ApplicationTypeName
{
    public string Name { get; set; } = "";

    public string Version { get; set; } = "";
}
