using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>
/// Which nodes the placement constraints of a service allow. A constraint that no node meets has no effect, and a note
/// says so: a manifest for a larger cluster runs on this one, too.
/// </content>
internal sealed partial class ClusterManager
{
    private NodeEntry[] NodesFor(ServiceDefinition service) => Meeting(service) is { Length: > 0 } some ? some : _nodes;

    private NodeEntry[] Meeting(ServiceDefinition service)
    {
        if (service.PlacementConstraints.Length == 0)
            return _nodes;
        var constraint = PlacementConstraint.Parse(service.PlacementConstraints);
        return Array.FindAll(_nodes, n => constraint.IsMetBy(n.Properties));
    }

    // From a node that a constraint excludes replicas go as from one that loses its data: built elsewhere first.
    private Dictionary<string, Departure> Leaving(ServiceDefinition service)
    {
        var leaving = Leaving();
        foreach (var node in _nodes.Except(NodesFor(service)))
            leaving[node.Name] = Departure.Drop;
        return leaving;
    }

    private IEnumerable<string> PlacementNotes(IEnumerable<ServiceDefinition> services) =>
        services.Where(s => Meeting(s).Length == 0).Select(s => $"No node meets the placement constraint "
            + $"'{s.PlacementConstraints}' of {s.Name}; it has no effect. {PropertiesText()}");

    // Whoever asks for a constraint at run time means this cluster.
    private void CheckPlacement(ServiceDefinition asked)
    {
        try
        {
            if (Meeting(asked).Length > 0)
                return;
        }
        catch (FormatException e)
        {
            throw new ClusterException("E_INVALIDARG", e.Message);
        }
        throw new ClusterException("E_INVALIDARG",
            $"No node meets the placement constraint '{asked.PlacementConstraints}'. {PropertiesText()}");
    }

    private string PropertiesText() => "The nodes have: " + string.Join("; ", _nodes.Select(n =>
        $"{string.Join(", ", n.Properties.Select(p => $"{p.Key} {p.Value}").Order(StringComparer.Ordinal))}")) + ".";
}
