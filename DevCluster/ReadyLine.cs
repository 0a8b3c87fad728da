using System.Collections.Generic;

namespace SfPerf.DevCluster;

/// <summary>The one line that a manager prints once its cluster can be used.</summary>
internal sealed record ReadyLine
{
    public string Event { get; } = "ready";

    public required int Pid { get; init; }

    public required string Gateway { get; init; }

    public required string ClientEndpoint { get; init; }

    /// <summary>Gets the address that is served over https; null where none is.</summary>
    public string? HttpsGateway { get; init; }

    public required string Data { get; init; }

    public required string Durability { get; init; }

    public required IReadOnlyList<ReadyNode> Nodes { get; init; }

    public required IReadOnlyList<ReadyHost> Hosts { get; init; }

    /// <summary>Gets the application that was to be deployed, or the first one.</summary>
    public string? Application { get; init; }

    public required IReadOnlyList<string> Applications { get; init; }

    /// <summary>Gets why applications of an earlier start do not serve yet; null when all do.</summary>
    public string? Problem { get; init; }

    public required double Seconds { get; init; }
}

internal sealed record ReadyNode(string Name, int Pid);

internal sealed record ReadyHost(string Node, string Program, int Pid);

/// <summary>The one line that a manager prints when it cannot start.</summary>
internal sealed record ErrorLine
{
    public string Event { get; } = "error";

    public required string Code { get; init; }

    public required string Message { get; init; }
}
