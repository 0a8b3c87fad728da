using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>Orders nodes for a new replica: those with the least on them first, ties by the node's order.</summary>
internal static class Placement
{
    /// <param name="up">The nodes that are up, in their order.</param>
    /// <param name="occupied">The node of every replica and instance there is, once for each.</param>
    /// <param name="samePackage">The nodes that already run the service host needed, once for each of its
    /// replicas.</param>
    /// <param name="spread">A number that differs between the partitions of a service: it turns the order.</param>
    internal static IReadOnlyList<string> Order(
        IReadOnlyList<string> up, IReadOnlyCollection<string> occupied, IReadOnlyCollection<string> samePackage,
            int spread)
    {
        var load = occupied.CountBy(n => n).ToDictionary();
        var own = samePackage.CountBy(n => n).ToDictionary();
        return [.. up.Select((node, i) => (node, turn: (i + spread) % up.Count))
            .OrderBy(n => load.GetValueOrDefault(n.node)).ThenBy(n => own.GetValueOrDefault(n.node))
            .ThenBy(n => n.turn).Select(n => n.node)];
    }
}
