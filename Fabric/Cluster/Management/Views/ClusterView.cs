using System.Collections.Generic;

namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>The whole status.</summary>
internal sealed record ClusterView
{
    public string Name { get; init; } = "Local-Cluster";

    public required int Pid { get; init; }

    public required string Data { get; init; }

    public string Gateway { get; init; } = "";

    public string ClientEndpoint { get; init; } = "";

    public required string Durability { get; init; }

    public required string Health { get; init; }

    public required double UpSeconds { get; init; }

    public required IReadOnlyList<NodeView> Nodes { get; init; }

    public required IReadOnlyList<ApplicationView> Applications { get; init; }

    public required IReadOnlyList<HealthEventView> HealthEvents { get; init; }
}
