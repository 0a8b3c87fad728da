using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Cluster;
using SfPerf.Fabric.Gateway;

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
    public static ClusterSnapshot? Read(ClusterView status, MeasuredService service)
    {
        var store = status.Services.FirstOrDefault(
            s => s.Name.EndsWith("/" + service.Name, StringComparison.Ordinal));
        if (store?.Partitions is not [var partition, ..])
            return null;
        return new ClusterSnapshot(store.Name, partition.TargetReplicaSetSize, partition.Status == "Ready",
            [.. (partition.Replicas ?? []).Select(r => new ReplicaFacts(r.Node, r.Role, r.Status, r.Pid ?? 0))],
            [.. status.Nodes.Where(n => n.Status == "Up").Select(n => (n.Name, n.Pid ?? 0))],
            ClusterProcesses.Read(status).All);
    }
}

/// <summary>A replica as the status tells it.</summary>
internal sealed record ReplicaFacts(string Node, string Role, string Status, int Pid);
