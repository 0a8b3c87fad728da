using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>
/// Orders nodes for a new replica: those that run the service's host already, then those with the least on them, ties
/// by the node's order. All nodes are on one machine: a further host adds a log and a process, but no resources.
/// </summary>
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
            .OrderBy(n => own.ContainsKey(n.node) ? 0 : 1).ThenBy(n => load.GetValueOrDefault(n.node))
            .ThenBy(n => own.GetValueOrDefault(n.node)).ThenBy(n => n.turn).Select(n => n.node)];
    }
}
