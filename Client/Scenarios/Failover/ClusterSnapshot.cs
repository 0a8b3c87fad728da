using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using SfPerf.Client.Cluster;

namespace SfPerf.Client.Scenarios.Failover;

/// <summary>The store's one partition and the cluster's processes at a moment.</summary>
/// <param name="Service">The store's name.</param>
/// <param name="Wanted">The replicas that it is to have.</param>
/// <param name="IsReady">Whether the partition serves and is not being reconfigured.</param>
/// <param name="Replicas">Its replicas.</param>
/// <param name="Nodes">The nodes that are up.</param>
/// <param name="Processes">Every process the cluster names: manager, nodes and hosts.</param>
internal sealed record ClusterSnapshot(string Service, int Wanted, bool IsReady, IReadOnlyList<ReplicaFacts> Replicas,
    IReadOnlyList<(string Name, int Pid)> Nodes, IReadOnlyList<int> Processes)
{
    /// <summary>Gets the replica that serves; null when none does.</summary>
    public ReplicaFacts? Primary => Replicas.FirstOrDefault(r => r is { Role: "Primary", Status: "Ready" });

    /// <summary>Gets whether the partition serves with all replicas it is to have, each Ready and up to date.</summary>
    public bool IsComplete => IsReady && Primary is not null && Replicas.Count(r =>
        r is { Status: "Ready", Role: "Primary" or "ActiveSecondary" }) >= Wanted;

    /// <summary>Reads the answer of GET /Cluster/Status.</summary>
    /// <returns>Null when it has no store.</returns>
    public static ClusterSnapshot? Read(JsonElement status, MeasuredService service)
    {
        var name = "/" + service.Name;
        var store = Items(status, "applications").SelectMany(a => Items(a, "services")).FirstOrDefault(s =>
            ClusterInfo.Text(s, "name").EndsWith(name, StringComparison.Ordinal));
        if (store.ValueKind == JsonValueKind.Undefined || !Items(store, "partitions").Any())
            return null;
        var partition = Items(store, "partitions").First();
        return new ClusterSnapshot(ClusterInfo.Text(store, "name"), Number(partition, "targetReplicaSetSize"),
            ClusterInfo.Text(partition, "status") == "Ready",
            [.. Items(partition, "replicas").Select(r => new ReplicaFacts(ClusterInfo.Text(r, "node"),
                ClusterInfo.Text(r, "role"), ClusterInfo.Text(r, "status"), Number(r, "pid")))],
            [.. Items(status, "nodes").Where(n => ClusterInfo.Text(n, "status") == "Up")
                .Select(n => (ClusterInfo.Text(n, "name"), Number(n, "pid")))],
            ClusterProcesses.Read(status).All);
    }

    private static int Number(JsonElement element, string name) =>
        element.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.Number
            && value.TryGetInt32(out var number) ? number : 0;

    private static IEnumerable<JsonElement> Items(JsonElement element, string name) =>
        element.TryGetProperty(name, out var items) && items.ValueKind == JsonValueKind.Array
            ? items.EnumerateArray() : [];
}

/// <summary>A replica as the status tells it.</summary>
internal sealed record ReplicaFacts(string Node, string Role, string Status, int Pid);
