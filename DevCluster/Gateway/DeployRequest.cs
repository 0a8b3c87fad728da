using System.Collections.Generic;

namespace SfPerf.DevCluster.Gateway;

internal sealed record DeployRequest
{
    public string Package { get; init; } = "";

    public string? Profile { get; init; }

    public string? Application { get; init; }

    public Dictionary<string, string> Parameters { get; init; } = [];

    public string Overwrite { get; init; } = "IfChanged";

    public double TimeoutSeconds { get; init; } = 30;
}
