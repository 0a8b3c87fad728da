using System.Linq;
using SfPerf.Fabric.Cluster.Failover;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>Says in words why a partition is not healthy.</summary>
internal static class PartitionHealthText
{
    /// <summary>Says whether it serves, what is missing, and what went wrong last.</summary>
    /// <param name="partition">Its state.</param>
    /// <param name="stateful">Whether it has replicas; instances otherwise.</param>
    /// <param name="wanted">How many of them there should be.</param>
    internal static string Of(PartitionSnapshot partition, bool stateful, int wanted)
    {
        var kind = stateful ? "replicas" : "instances";
        var ready = partition.Replicas.Count(r => r.Status == ReplicaStatus.Ready);
        var others = string.Join(", ", partition.Replicas.Where(r => r.Status != ReplicaStatus.Ready)
            .OrderBy(r => r.Node, System.StringComparer.Ordinal).Select(r => $"{r.Node} {Words(r.Status)}"));
        return $"{Words(partition.Status)} {ready} of {wanted} {kind} {(ready == 1 ? "is" : "are")} ready"
            + (others.Length > 0 ? $" ({others})" : "") + $". {partition.LastError}".TrimEnd();
    }

    private static string Words(PartitionStatus status) => status switch
    {
        PartitionStatus.Ready => "It serves.",
        PartitionStatus.InQuorumLoss => "In quorum loss: it takes no writes until more replicas are up.",
        PartitionStatus.Reconfiguring => "Reconfiguring: it does not serve until the new primary is ready.",
        _ => "It has not served yet.",
    };

    private static string Words(ReplicaStatus status) => status switch
    {
        ReplicaStatus.InBuild => "is being built",
        ReplicaStatus.Standby => "stands by",
        ReplicaStatus.Down => "is down",
        ReplicaStatus.Dropped => "has lost its state",
        _ => "is ready",
    };
}
