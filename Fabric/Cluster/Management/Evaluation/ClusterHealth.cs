using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Gateway;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Fabric.Cluster.Management.Evaluation;

/// <summary>
/// The health of every entity, evaluated by policies from what was reported and what the cluster found itself. A pure
/// function of the status: no clock, no I/O.
/// </summary>
/// <remarks>An entity is as healthy as the worst of its events and of the groups that it contains.</remarks>
internal sealed class ClusterHealth
{
    private const string ClusterEntity = "cluster";
    private readonly Dictionary<string, EntityHealth> _entities = [];
    private readonly HealthPolicies _policies;
    private readonly ILookup<string, HealthEventView> _events;
    private readonly ILookup<(string Node, string Application), HealthEventView> _deployed;

    private ClusterHealth(ClusterView status, HealthPolicies policies)
    {
        _policies = policies;
        _events = status.HealthEvents.Where(e => e.Deployed is null).ToLookup(e => e.Entity);
        _deployed = status.HealthEvents.Where(e => e.Deployed is not null)
            .ToLookup(e => (e.Deployed!.Node, e.Deployed.Application));
        Status = Evaluate(status);
    }

    /// <summary>Gets the status with the evaluated state of each entity.</summary>
    internal ClusterView Status { get; }

    internal static ClusterHealth Of(ClusterView status, HealthPolicies policies) => new(status, policies);

    /// <summary>Gets the health of an entity by the name that its events have.</summary>
    internal EntityHealth this[string entity] => _entities.GetValueOrDefault(entity, EntityHealth.Nothing);

    private ClusterView Evaluate(ClusterView status)
    {
        var (nodes, applications) = (status.Nodes.Select(Evaluate).ToArray(),
            status.Applications.Select(a => Evaluate(a, status.Nodes)).ToArray());
        // A report about an entity that does not exist any more counts for the cluster.
        var own = status.HealthEvents.Where(e => e.Entity == ClusterEntity
            || !_entities.ContainsKey(NameOf(e))).ToArray();
        var policy = _policies.Cluster;
        var all = status.Nodes.Select(n => (n.Type, this[n.Name])).ToArray();
        var health = EntityHealth.Of("Cluster", [], own, policy.ConsiderWarningAsError,
        [
            new("Nodes", nameof(policy.MaxPercentUnhealthyNodes), policy.MaxPercentUnhealthyNodes,
                [.. all.Select(n => n.Item2)]),
            .. policy.NodeTypes.Select(t => new HealthGroup("NodeTypeNodes", nameof(policy.MaxPercentUnhealthyNodes),
                t.Value, [.. all.Where(n => n.Type == t.Key).Select(n => n.Item2)])
            {
                Names = [("NodeTypeName", t.Key)],
            }),
            .. Applications(applications),
        ]);
        _entities[ClusterEntity] = health with { Events = [.. _events[ClusterEntity]] };
        return status with { Health = health.State.ToString(), Nodes = nodes, Applications = applications };
    }

    private IEnumerable<HealthGroup> Applications(ApplicationView[] applications)
    {
        var policy = _policies.Cluster;
        const string Limit = nameof(policy.MaxPercentUnhealthyApplications);
        yield return new("Applications", Limit, policy.MaxPercentUnhealthyApplications,
            [.. applications.Where(a => !policy.ApplicationTypes.ContainsKey(a.TypeName)).Select(a => this[a.Name])]);
        foreach (var (type, percent) in policy.ApplicationTypes)
        {
            yield return new("ApplicationTypeApplications", Limit, percent,
                [.. applications.Where(a => a.TypeName == type).Select(a => this[a.Name])])
            {
                Names = [("ApplicationTypeName", type)],
            };
        }
    }

    private NodeView Evaluate(NodeView node) => node with
    {
        Health = Note(node.Name, "Node", [("NodeName", node.Name)], [.. _events[node.Name]],
            _policies.Cluster.ConsiderWarningAsError, []),
    };

    private ApplicationView Evaluate(ApplicationView application, IReadOnlyList<NodeView> nodes)
    {
        var policy = _policies.Of(application.Name);
        var services = application.Services!.Select(s => Evaluate(s, policy)).ToArray();
        var deployed = nodes.Select(n => Evaluate(n, application, policy)).OfType<EntityHealth>().ToArray();
        const string Limit = nameof(policy.MaxPercentUnhealthyDeployedApplications);
        var state = Note(application.Name, "Application", [("ApplicationName", application.Name)],
            [.. _events[application.Name]], policy.ConsiderWarningAsError,
            [
                .. services.GroupBy(s => s.TypeName).Select(g => new HealthGroup("Services",
                    nameof(ServiceTypeHealthPolicy.MaxPercentUnhealthyServices),
                    policy.Of(g.Key).MaxPercentUnhealthyServices, [.. g.Select(s => this[s.Name])])
                {
                    Names = [("ServiceTypeName", g.Key)],
                }),
                new("DeployedApplications", Limit, policy.MaxPercentUnhealthyDeployedApplications, deployed),
            ]);
        return application with { Health = state, Services = services };
    }

    // Null: nothing of the application is on the node, and nobody said anything about it.
    private EntityHealth? Evaluate(NodeView node, ApplicationView application, ApplicationHealthPolicy policy)
    {
        var events = _deployed[(node.Name, application.Name)].ToArray();
        var packages = (node.Hosts ?? []).Where(h => h.Application == application.Name).Select(h => h.ServicePackage)
            .Union(events.Select(e => e.Deployed!.ServicePackage)).Where(p => p.Length > 0).ToArray();
        if (packages.Length == 0 && events.Length == 0)
            return null;
        var strict = policy.ConsiderWarningAsError;
        var name = $"{node.Name}/{application.Name}";
        (string, string)[] names = [("NodeName", node.Name), ("ApplicationName", application.Name)];
        foreach (var package in packages)
        {
            _ = Note($"{name}/{package}", "DeployedServicePackage", [.. names, ("ServiceManifestName", package)],
                [.. events.Where(e => e.Deployed!.ServicePackage == package)], strict, []);
        }
        _ = Note(name, "DeployedApplication", names, [.. events.Where(e => e.Deployed!.ServicePackage.Length == 0)],
            strict, [new("DeployedServicePackages", "", 0, [.. packages.Select(p => this[$"{name}/{p}"])])]);
        return this[name];
    }

    private ServiceView Evaluate(ServiceView service, ApplicationHealthPolicy policy)
    {
        var partitions = service.Partitions!
            .Select(p => Evaluate(service.Name, p, policy.ConsiderWarningAsError, policy.Of(service.TypeName)))
            .ToArray();
        var limits = policy.Of(service.TypeName);
        return service with
        {
            Partitions = partitions,
            Health = Note(service.Name, "Service", [("ServiceName", service.Name)], [.. _events[service.Name]],
                policy.ConsiderWarningAsError,
                [
                    new("Partitions", nameof(limits.MaxPercentUnhealthyPartitionsPerService),
                        limits.MaxPercentUnhealthyPartitionsPerService,
                        [.. partitions.Select(p => this[$"{service.Name}/{p.Id}"])]),
                ]),
        };
    }

    private PartitionView Evaluate(
        string service, PartitionView partition, bool strict, ServiceTypeHealthPolicy limits)
    {
        var name = $"{service}/{partition.Id}";
        var id = partition.Id.ToString();
        var replicas = partition.Replicas!.Select(r => r with
        {
            Health = Note($"{name}/{r.Id}", "Replica", [("PartitionId", id), ("ReplicaOrInstanceId", r.Id)],
                [.. EventsOf($"{name}/{r.Id}", r)], strict, []),
        }).ToArray();
        return partition with
        {
            Replicas = replicas,
            Health = Note(name, "Partition", [("PartitionId", id)], [.. _events[name]], strict,
                [
                    new("Replicas", nameof(limits.MaxPercentUnhealthyReplicasPerPartition),
                        limits.MaxPercentUnhealthyReplicasPerPartition,
                        [.. replicas.Select(r => this[$"{name}/{r.Id}"])]),
                ]),
        };
    }

    private IEnumerable<HealthEventView> EventsOf(string entity, ReplicaStatusView replica)
    {
        var own = _events[entity];
        return Enum.Parse<ReplicaStatus>(replica.Status) is ReplicaStatus.Ready or ReplicaStatus.InBuild ? own
            : own.Append(new(entity, "System.FM", "State", nameof(Health.Warning),
                $"The replica on {replica.Node} is {replica.Status}."));
    }

    private string Note(string entity, string kind, (string, string)[] names, HealthEventView[] events, bool strict,
        IEnumerable<HealthGroup> groups)
    {
        var health = _entities[entity] = EntityHealth.Of(kind, names, events, strict, groups);
        return health.State.ToString();
    }

    private static string NameOf(HealthEventView e) => e.Deployed is { } at
        ? $"{at.Node}/{at.Application}{(at.ServicePackage.Length == 0 ? "" : "/")}{at.ServicePackage}" : e.Entity;
}
