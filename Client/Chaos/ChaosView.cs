using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Client.Chaos;

/// <summary>The processes and partitions of a cluster at one moment, as its status shows them.</summary>
/// <param name="Nodes">The processes of the nodes that are up.</param>
/// <param name="Hosts">The processes of the hosts that are ready.</param>
/// <param name="Partitions">The partitions of the store.</param>
/// <param name="ProcessIds">All nodes and hosts, also those that start or end: first the nodes, which watch the hosts.
/// </param>
internal sealed record ChaosView(
    IReadOnlyList<ChaosView.Process> Nodes,
    IReadOnlyList<ChaosView.Process> Hosts,
    IReadOnlyList<ChaosView.Partition> Partitions,
    IReadOnlyList<int> ProcessIds)
{
    /// <summary>A living node or host process.</summary>
    internal sealed record Process(string Node, int Id);

    /// <summary>A partition of the store, in the order of the keys.</summary>
    internal sealed record Partition(
        Guid Id, string Status, string PrimaryNode, int PrimaryId, IReadOnlyList<string> Ready, int Target);

    /// <summary>Reads the gateway's status.</summary>
    public static ChaosView Read(ClusterView status) => new(
        [.. status.Nodes.Where(n => n is { Status: "Up", Pid: > 0 }).Select(n => new Process(n.Name, n.Pid!.Value))],
        [.. status.Nodes.SelectMany(n => (n.Hosts ?? []).Where(h => h is { Status: "Ready", Pid: > 0 })
            .Select(h => new Process(n.Name, h.Pid)))],
        [.. status.Services.SelectMany(s => s.Partitions ?? []).Select(PartitionOf)],
        [
            .. status.Nodes.Select(n => n.Pid ?? 0)
                .Concat(status.Nodes.SelectMany(n => n.Hosts ?? []).Select(h => h.Pid)).Where(id => id > 0),
        ]);

    /// <summary>Returns what is missing until everything is whole; null when it is.</summary>
    public string? Missing(int nodes, int partitions)
    {
        if (Nodes.Count < nodes)
            return $"{Nodes.Count} of {nodes} nodes are up";
        if (Partitions.Count < partitions)
            return $"{Partitions.Count} of {partitions} partitions are there";
        var index = Partitions.ToList().FindIndex(p => p.Status != "Ready" || p.Ready.Count < p.Target);
        return index < 0 ? null : $"partition {index} is {Partitions[index].Status} with "
            + $"{Partitions[index].Ready.Count} of {Partitions[index].Target} replicas ready";
    }

    /// <summary>Returns the partitions whose primary is in a process, or on its node.</summary>
    public IReadOnlyList<int> PrimariesIn(Func<Partition, bool> where) =>
        [.. Enumerable.Range(0, Partitions.Count).Where(i => where(Partitions[i]))];

    /// <summary>Returns the nodes with a ready replica of each of these partitions.</summary>
    public IReadOnlyDictionary<int, IReadOnlyList<string>> ReadyOf(IReadOnlyList<int> partitions) =>
        partitions.ToDictionary(p => p, p => Partitions[p].Ready);

    private static Partition PartitionOf(PartitionView partition)
    {
        var replicas = partition.Replicas ?? [];
        var primary = replicas.FirstOrDefault(r => r is { Role: "Primary", Status: "Ready" });
        return new(partition.Id, partition.Status, primary?.Node ?? "", primary?.Pid ?? 0,
            [.. replicas.Where(r => r.Status == "Ready").Select(r => r.Node)], partition.TargetReplicaSetSize);
    }
}
