using System.Collections.Generic;

namespace SfPerf.DevCluster.Gateway;

// Settable, not init-only: the generated reader sets each init-only property, those left out to null.
internal sealed record DeployRequest
{
    public string Package { get; set; } = "";

    public string? Profile { get; set; }

    public string? Application { get; set; }

    public Dictionary<string, string> Parameters { get; set; } = [];

    public string Overwrite { get; set; } = "IfChanged";

    public double TimeoutSeconds { get; set; } = 30;
}
