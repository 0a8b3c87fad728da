using System;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Management.Reported;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>Health that clients report.</content>
internal sealed partial class ClusterManager
{
    /// <summary>Takes a client's report of any entity.</summary>
    /// <param name="asked">The entity: its kind, and what the kind needs. Of a replica the partition suffices.</param>
    /// <param name="report">What is said of it.</param>
    /// <returns>False for a report that is not newer than the last of its source and property.</returns>
    /// <exception cref="ClusterException">There is no such entity.</exception>
    internal Task<bool> ReportHealthAsync(HealthEntity asked, HealthReport report) =>
        _loop.InvokeAsync(() => TakeHealth(Known(asked), report));

    private HealthEntity Known(HealthEntity asked)
    {
        switch (asked.Kind)
        {
            case HealthEntityKind.Cluster:
                return new(asked.Kind, "");
            case HealthEntityKind.Node:
                return new(asked.Kind, "") { Node = KnownNode(asked.Node) };
            case HealthEntityKind.Application:
                return new(asked.Kind, KnownApplication(asked.Application).Name);
            case HealthEntityKind.Service:
                var service = PartitionsOf(asked.Service)[0];
                return new(asked.Kind, service.Application.Name) { Service = service.Service.Name };
            case HealthEntityKind.Partition or HealthEntityKind.Replica:
                return KnownReplica(asked, PartitionOf(asked.Partition.ToString()));
            default:
                var application = KnownApplication(asked.Application);
                var package = asked.Kind == HealthEntityKind.DeployedServicePackage ? asked.ServicePackage : "";
                if (package.Length > 0 && !Array.Exists(application.Definition.Packages, p => p.Name == package))
                    throw Missing($"There is no service package '{package}' in {application.Name}.");
                return new(asked.Kind, application.Name) { Node = KnownNode(asked.Node), ServicePackage = package };
        }
    }

    private HealthEntity KnownReplica(HealthEntity asked, PartitionEntry partition)
    {
        var entity = new HealthEntity(asked.Kind, partition.Application.Name)
        {
            Service = partition.Service.Name, Partition = partition.Id,
        };
        if (asked.Kind == HealthEntityKind.Partition)
            return entity;
        if (Array.TrueForAll(partition.Snapshot.Replicas, r => r.Id != asked.Replica))
            throw Missing($"There is no replica or instance {asked.Replica} of partition {partition.Id}.");
        return entity with { Replica = asked.Replica };
    }

    private string KnownNode(string name) => _nodes.Any(n => n.Name == name) ? name
        : throw new ClusterException("FABRIC_E_NODE_NOT_FOUND",
            $"There is no node '{name}'. Allowed: {string.Join(", ", _nodes.Select(n => n.Name))}.");

    private ApplicationEntry KnownApplication(string name) => _applications.Find(a => a.Name == name)
        ?? throw new ClusterException(NotFound, $"There is no application '{name}'.");

    private static ClusterException Missing(string what) => new("FABRIC_E_HEALTH_ENTITY_NOT_FOUND", what);
}
