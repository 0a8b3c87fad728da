using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using SfPerf.Client.Cluster;

namespace SfPerf.Client.Chaos;

/// <summary>The processes and partitions of a cluster at one moment, as its status shows them.</summary>
internal sealed record ClusterView(
    IReadOnlyList<ClusterView.Process> Nodes,
    IReadOnlyList<ClusterView.Process> Hosts,
    IReadOnlyList<ClusterView.Partition> Partitions)
{
    /// <summary>A living node or host process.</summary>
    internal sealed record Process(string Node, int Id);

    /// <summary>A partition of the store, in the order of the keys.</summary>
    internal sealed record Partition(
        string Id, string Status, string PrimaryNode, int PrimaryId, int Ready, int Target);

    /// <summary>Reads the gateway's status.</summary>
    public static ClusterView Read(JsonElement status)
    {
        var nodes = status.GetProperty("nodes").EnumerateArray().ToList();
        var partitions = status.GetProperty("applications").EnumerateArray()
            .SelectMany(a => a.GetProperty("services").EnumerateArray())
            .SelectMany(s => s.GetProperty("partitions").EnumerateArray());
        return new(
            [.. nodes.Where(n => ClusterInfo.Text(n, "status") == "Up").Select(n => ProcessOf(n, n))
                .Where(p => p.Id > 0)],
            [.. nodes.SelectMany(n => n.GetProperty("hosts").EnumerateArray()
                .Where(h => ClusterInfo.Text(h, "status") == "Ready").Select(h => ProcessOf(n, h)))
                .Where(p => p.Id > 0)],
            [.. partitions.Select(PartitionOf)]);
    }

    /// <summary>Returns what is missing until everything is whole; null when it is.</summary>
    public string? Missing(int nodes, int partitions)
    {
        if (Nodes.Count < nodes)
            return $"{Nodes.Count} of {nodes} nodes are up";
        if (Partitions.Count < partitions)
            return $"{Partitions.Count} of {partitions} partitions are there";
        var index = Partitions.ToList().FindIndex(p => p.Status != "Ready" || p.Ready < p.Target);
        return index < 0 ? null : $"partition {index} is {Partitions[index].Status} with {Partitions[index].Ready} of "
            + $"{Partitions[index].Target} replicas ready";
    }

    /// <summary>Returns the partitions whose primary is in a process, or on its node.</summary>
    public IReadOnlyList<int> PrimariesIn(Func<Partition, bool> where) =>
        [.. Enumerable.Range(0, Partitions.Count).Where(i => where(Partitions[i]))];

    private static Process ProcessOf(JsonElement node, JsonElement process) =>
        new(ClusterInfo.Text(node, "name"), Number(process, "pid"));

    private static Partition PartitionOf(JsonElement partition)
    {
        var replicas = partition.GetProperty("replicas").EnumerateArray().ToList();
        var primary = replicas.FirstOrDefault(r => ClusterInfo.Text(r, "role") == "Primary"
            && ClusterInfo.Text(r, "status") == "Ready");
        var known = primary.ValueKind == JsonValueKind.Object;
        return new(ClusterInfo.Text(partition, "id"), ClusterInfo.Text(partition, "status"),
            known ? ClusterInfo.Text(primary, "node") : "", known ? Number(primary, "pid") : 0,
            replicas.Count(r => ClusterInfo.Text(r, "status") == "Ready"),
            partition.GetProperty("targetReplicaSetSize").GetInt32());
    }

    private static int Number(JsonElement element, string name) =>
        element.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.Number ? value.GetInt32() : 0;
}
