using System.Collections.Generic;
using SfPerf.Fabric.Cluster.Control;

namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>A service host in the status.</summary>
internal sealed record HostView
{
    public required string Application { get; init; }

    public required string ServicePackage { get; init; }

    public required string CodePackage { get; init; }

    public required string Program { get; init; }

    public required string Status { get; init; }

    public required int Pid { get; init; }

    public required int Starts { get; init; }

    public required IReadOnlyList<string> Types { get; init; }

    public required string LastWords { get; init; }

    public required IReadOnlyList<EndpointPort> Endpoints { get; init; }
}
