using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Management.Faults;

/// <summary>Specifies what chaos does.</summary>
internal enum ChaosFaultKind
{
    RestartNode,
    RestartCodePackage,
    RestartReplica,
    MovePrimary,
}

/// <summary>A fault that chaos chose.</summary>
/// <param name="Kind">What.</param>
/// <param name="Node">Where; for a move, to where.</param>
/// <param name="Host">The host of a code package; otherwise empty.</param>
/// <param name="Service">The service of a replica; otherwise empty.</param>
/// <param name="Partition">The partition of a replica.</param>
internal sealed record ChaosFault(
    ChaosFaultKind Kind, string Node, string Host = "", string Service = "", Guid Partition = default)
{
    /// <summary>Returns a sentence for people, which names everything that the choice was.</summary>
    public override string ToString() => Kind switch
    {
        ChaosFaultKind.RestartNode => $"{Kind}: node {Node}",
        ChaosFaultKind.RestartCodePackage => $"{Kind}: {Host} on node {Node}",
        ChaosFaultKind.RestartReplica => $"{Kind}: {Service}, partition {Partition}, on node {Node}",
        _ => $"{Kind}: {Service}, partition {Partition}, to node {Node}",
    };
}

/// <summary>A node as chaos sees it.</summary>
internal sealed record ChaosNode(string Name, string Type);

/// <summary>A service host as chaos sees it.</summary>
internal sealed record ChaosHost(string Id, string Node, string Application);

/// <summary>A partition as chaos sees it.</summary>
internal sealed record ChaosPartition(Guid Id, string Service, string Application, bool Stateful)
{
    /// <summary>Gets the replica or instance on each node: the node, the host, and whether it is the primary.</summary>
    public required IReadOnlyList<(string Node, string Host, bool Primary)> Replicas { get; init; }
}

/// <summary>Describes what chaos chooses from.</summary>
internal sealed record ChaosState(
    IReadOnlyList<ChaosNode> Nodes, IReadOnlyList<ChaosHost> Hosts, IReadOnlyList<ChaosPartition> Partitions);

/// <summary>Chooses the faults of an iteration: a function of seed, number, parameters and state, and of nothing else.
/// </summary>
internal static class ChaosChoice
{
    /// <summary>Returns up to <see cref="ChaosParameters.MaxConcurrentFaults"/> faults of different targets, which
    /// together take no stateful partition its quorum, unless a single one does.</summary>
    internal static IReadOnlyList<ChaosFault> Choose(int iteration, ChaosParameters parameters, ChaosState state)
    {
        var random = new Random(unchecked(parameters.Seed + (iteration * 7919)));
        var kinds = Candidates(parameters, state).GroupBy(f => f.Kind).OrderBy(g => g.Key)
            .Select(g => g.OrderBy(f => f.ToString(), StringComparer.Ordinal).ToList()).ToList();
        List<ChaosFault> chosen = [];
        while (chosen.Count < parameters.MaxConcurrentFaults && kinds.Count > 0)
        {
            var kind = kinds[random.Next(kinds.Count)];
            var fault = kind[random.Next(kind.Count)];
            _ = kind.Remove(fault);
            if (kind.Count == 0)
                _ = kinds.Remove(kind);
            if (chosen.Count == 0 || IsSafe([.. chosen, fault], state))
                chosen.Add(fault);
        }
        return chosen;
    }

    private static IEnumerable<ChaosFault> Candidates(ChaosParameters parameters, ChaosState state)
    {
        var types = state.Nodes.ToDictionary(n => n.Name, n => n.Type);
        bool IsNode(string node) => parameters.NodeTypes is not { } some || some.Contains(types[node]);
        // An entity counts for its application, and for the type of its node.
        bool Counts(string application, string node) => parameters is { NodeTypes: null, Applications: null }
            || (parameters.Applications?.Contains(application) ?? false)
            || (parameters.NodeTypes?.Contains(types[node]) ?? false);
        if (parameters is not { NodeTypes: null, Applications: not null })
        {
            foreach (var node in state.Nodes.Where(n => IsNode(n.Name)))
                yield return new(ChaosFaultKind.RestartNode, node.Name);
        }
        foreach (var host in state.Hosts.Where(h => Counts(h.Application, h.Node)))
            yield return new(ChaosFaultKind.RestartCodePackage, host.Node, host.Id);
        foreach (var partition in state.Partitions)
        {
            foreach (var (node, _, primary) in partition.Replicas.Where(r => Counts(partition.Application, r.Node)))
            {
                yield return new(ChaosFaultKind.RestartReplica, node, "", partition.Service, partition.Id);
                if (parameters.EnableMoveReplicaFaults && partition.Stateful && !primary)
                    yield return new(ChaosFaultKind.MovePrimary, node, "", partition.Service, partition.Id);
            }
        }
    }

    private static bool IsSafe(IReadOnlyList<ChaosFault> faults, ChaosState state) =>
        state.Partitions.Where(p => p.Stateful).All(p =>
        {
            var struck = p.Replicas.Count(r => faults.Any(f => Strikes(f, p, r.Node, r.Host, r.Primary)));
            return struck == 0 || p.Replicas.Count - struck >= ReplicaCommand.WriteQuorum(p.Replicas.Count);
        });

    private static bool Strikes(ChaosFault fault, ChaosPartition partition, string node, string host, bool primary) =>
        fault.Kind switch
        {
            ChaosFaultKind.RestartNode => fault.Node == node,
            ChaosFaultKind.RestartCodePackage => fault.Host == host,
            ChaosFaultKind.RestartReplica => fault.Partition == partition.Id && fault.Node == node,
            // A move takes the old primary out of service for a moment, and needs the new one.
            _ => fault.Partition == partition.Id && (primary || fault.Node == node),
        };
}
