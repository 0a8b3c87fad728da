using System.Collections.Generic;

namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>A node; its hosts in the status only.</summary>
internal sealed record NodeView
{
    public required string Name { get; init; }

    public required string Id { get; init; }

    public required string Type { get; init; }

    public required string Status { get; init; }

    public required string Health { get; init; }

    public required string Address { get; init; }

    public required string FaultDomain { get; init; }

    public required string UpgradeDomain { get; init; }

    public required int Pid { get; init; }

    public required string Instance { get; init; }

    public int Starts { get; init; }

    public IReadOnlyList<HostView>? Hosts { get; init; }
}
