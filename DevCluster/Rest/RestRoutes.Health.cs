using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using SfPerf.DevCluster.Rest.Shapes;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Cluster.Management.Evaluation;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest;

/// <content>Health of every kind of entity.</content>
internal sealed partial class RestRoutes
{
    private const string ClusterEntity = "cluster";
    private static readonly string[] Deployed = ["Nodes/{node}/$/GetApplications/{application}"];
    private static readonly string[] DeployedPackages =
        [.. Deployed.Select(d => d + "/$/GetServicePackages/{package}")];

    private IEnumerable<RestRoute> HealthRoutes() =>
    [
        .. Health(["$/GetClusterHealth"], 1.0m, b => HealthPolicyBody.OfCluster(b, ""), ClusterHealthAsync),
        Get("$/GetClusterHealthChunk", 3.0m, ClusterHealthChunkAsync),
        Post("$/GetClusterHealthChunk", 3.0m, ClusterHealthChunkAsync),
        .. ReportRoutes(),
        .. Health(["Nodes/{node}/$/GetHealth"], 1.0m, b => new() { Cluster = HealthPolicyBody.Cluster(b) },
            NodeHealthAsync),
        .. Health(["Applications/{application}/$/GetHealth"], 1.0m, OfApplications, ApplicationHealthAsync),
        .. Health(Services.Select(s => s + "/$/GetHealth"), 1.0m, OfApplications, ServiceHealthAsync),
        .. Health(Partitions.Select(p => p + "/$/GetHealth"), 1.0m, OfApplications, PartitionHealthAsync),
        .. Health(Replicas.Select(r => r + "/$/GetHealth"), 1.0m, OfApplications, ReplicaHealthAsync),
        .. Health(Deployed.Select(d => d + "/$/GetHealth"), 1.0m, OfApplications, DeployedHealthAsync),
        .. Health(DeployedPackages.Select(d => d + "/$/GetHealth"), 1.0m, OfApplications, DeployedPackageHealthAsync),
    ];

    // A question without a body goes by the entity's own policies; POST may give others.
    private IEnumerable<RestRoute> Health(IEnumerable<string> paths, decimal since,
        Func<RestBody, HealthPolicies> policies, Func<RestCall, ClusterHealth, Task> answer)
    {
        foreach (var path in paths)
        {
            yield return Get(path, since, async call =>
            {
                var health = await _manager.HealthAsync(HealthPolicies.Own).ConfigureAwait(false);
                await answer(call, health).ConfigureAwait(false);
            });
            yield return Post(path, since, async call =>
            {
                var body = await RestBody.ReadAsync(call).ConfigureAwait(false);
                var given = body.IsEmpty ? HealthPolicies.Own : policies(body);
                await answer(call, await _manager.HealthAsync(given).ConfigureAwait(false)).ConfigureAwait(false);
            });
        }
    }

    private static HealthPolicies OfApplications(RestBody body) =>
        new() { EveryApplication = HealthPolicyBody.Application(body) };

    private static Task ClusterHealthAsync(RestCall call, ClusterHealth health) => call.ObjectAsync(writer =>
    {
        var status = health.Status;
        var services = status.Services.ToArray();
        HealthShape.Write(writer, health[ClusterEntity], EventsOf(call, health, ClusterEntity),
            [new("Node", status.Nodes.Select(n => n.Health)),
             new("Application", status.Applications.Select(a => a.Health)), .. Below(services)]);
        writer.WriteList("NodeHealthStates", Shown(call, "Nodes", status.Nodes, n => n.Health), static (w, node) =>
        {
            w.WriteStartObject();
            w.WriteString("Name", node.Name);
            NodeShape.WriteId(w, node.Id);
            WriteState(w, node.Health);
            w.WriteEndObject();
        });
        writer.WriteList("ApplicationHealthStates",
            Shown(call, "Applications", status.Applications, a => a.Health),
            static (w, application) => WriteState(w, "Name", application.Name, application.Health));
    });

    private static Task NodeHealthAsync(RestCall call, ClusterHealth health)
    {
        var node = FindNode(health.Status.Nodes, call.Node);
        return call.ObjectAsync(writer =>
        {
            writer.WriteString("Name", node.Name);
            HealthShape.Write(writer, health[node.Name], EventsOf(call, health, node.Name));
        });
    }

    private static Task ApplicationHealthAsync(RestCall call, ClusterHealth health)
    {
        var isSystem = call.Application == SystemApplication;
        var application = isSystem ? null : FindApplication(health.Status.Applications, call.Application);
        var services = application?.Services ?? [];
        return call.ObjectAsync(writer =>
        {
            writer.WriteString("Name", call.Application);
            HealthShape.Write(
                writer, health[call.Application], EventsOf(call, health, call.Application), Below(services));
            writer.WriteList("ServiceHealthStates", Shown(call, "Services", services, s => s.Health),
                static (w, service) => WriteState(w, "ServiceName", service.Name, service.Health));
            writer.WriteList("DeployedApplicationHealthStates",
                Shown(call, "DeployedApplications",
                    health.Status.Nodes.SelectMany(n => DeployedShapes.Applications(health.Status, n))
                        .Where(d => d.Application == application), StateOf),
                (w, deployed) =>
                {
                    w.WriteStartObject();
                    w.WriteString("ApplicationName", deployed.Application.Name);
                    w.WriteString("NodeName", deployed.Node.Name);
                    WriteState(w, StateOf(deployed));
                    w.WriteEndObject();
                });
        });

        string StateOf(DeployedApplication deployed) =>
            health[$"{deployed.Node.Name}/{deployed.Application.Name}"].State.ToString();
    }

    private static Task DeployedHealthAsync(RestCall call, ClusterHealth health)
    {
        var deployed = DeployedOf(call, health);
        var name = $"{deployed.Node.Name}/{deployed.Application.Name}";
        return call.ObjectAsync(writer =>
        {
            writer.WriteString("Name", deployed.Application.Name);
            writer.WriteString("NodeName", deployed.Node.Name);
            HealthShape.Write(writer, health[name], EventsOf(call, health, name), new HealthCount(
                "DeployedServicePackage", deployed.Hosts.Select(h => StateOf(h.ServicePackage))));
            writer.WriteList("DeployedServicePackageHealthStates", Shown(call, "DeployedServicePackages",
                deployed.Hosts, h => StateOf(h.ServicePackage)), (w, host) =>
            {
                w.WriteStartObject();
                w.WriteString("ApplicationName", deployed.Application.Name);
                w.WriteString("NodeName", deployed.Node.Name);
                w.WriteString("ServiceManifestName", host.ServicePackage);
                w.WriteString("ServicePackageActivationId", "");
                WriteState(w, StateOf(host.ServicePackage));
                w.WriteEndObject();
            });
        });

        string StateOf(string package) => health[$"{name}/{package}"].State.ToString();
    }

    private static Task DeployedPackageHealthAsync(RestCall call, ClusterHealth health)
    {
        var deployed = DeployedOf(call, health);
        var host = deployed.Hosts.FirstOrDefault(h => h.ServicePackage == call["package"])
            ?? throw new ClusterException("FABRIC_E_HEALTH_ENTITY_NOT_FOUND",
                $"Node {call.Node} has no service package '{call["package"]}' of {call.Application}.");
        var name = $"{deployed.Node.Name}/{deployed.Application.Name}/{host.ServicePackage}";
        return call.ObjectAsync(writer =>
        {
            writer.WriteString("ApplicationName", deployed.Application.Name);
            writer.WriteString("NodeName", deployed.Node.Name);
            writer.WriteString("ServiceManifestName", host.ServicePackage);
            HealthShape.Write(writer, health[name], EventsOf(call, health, name));
        });
    }

    private static Task ServiceHealthAsync(RestCall call, ClusterHealth health)
    {
        var service = ServiceOf(call, health.Status);
        return call.ObjectAsync(writer =>
        {
            writer.WriteString("Name", service.Name);
            HealthShape.Write(
                writer, health[service.Name], EventsOf(call, health, service.Name), Below([service])[1..]);
            writer.WriteList("PartitionHealthStates",
                Shown(call, "Partitions", service.Partitions!, p => p.Health),
                static (w, partition) => WriteState(w, "PartitionId", partition.Id.ToString(), partition.Health));
        });
    }

    private static Task PartitionHealthAsync(RestCall call, ClusterHealth health)
    {
        var (service, partition) = PartitionOf(call, health.Status);
        var name = $"{service.Name}/{partition.Id}";
        return call.ObjectAsync(writer =>
        {
            writer.WriteString("PartitionId", partition.Id);
            HealthShape.Write(writer, health[name], EventsOf(call, health, name),
                new HealthCount("Replica", partition.Replicas!.Select(r => r.Health)));
            writer.WriteList("ReplicaHealthStates", Shown(call, "Replicas", partition.Replicas!, r => r.Health),
                (w, replica) =>
                {
                    w.WriteStartObject();
                    // In this list an instance's id is a replica's, too.
                    WriteReplica(w, partition, replica, "ReplicaId");
                    WriteState(w, replica.Health);
                    w.WriteEndObject();
                });
        });
    }

    private static Task ReplicaHealthAsync(RestCall call, ClusterHealth health)
    {
        var (service, partition) = PartitionOf(call, health.Status);
        var replica = partition.Replicas!.FirstOrDefault(r => r.Id == call["replica"]) ?? throw new ClusterException(
            "FABRIC_E_REPLICA_DOES_NOT_EXIST",
            $"There is no replica or instance '{call["replica"]}' of partition {partition.Id}.");
        var name = $"{service.Name}/{partition.Id}/{replica.Id}";
        return call.ObjectAsync(writer =>
        {
            WriteReplica(writer, partition, replica, partition.Stateful ? "ReplicaId" : "InstanceId");
            HealthShape.Write(writer, health[name], EventsOf(call, health, name));
        });
    }

    private async Task ClusterHealthChunkAsync(RestCall call)
    {
        var query = await RestBody.ReadAsync(call).ConfigureAwait(false);
        var policies = HealthPolicyBody.OfCluster(query, "ApplicationHealthPolicies");
        var health = await _manager.HealthAsync(policies).ConfigureAwait(false);
        await call.AnswerAsync(writer => HealthChunk.Write(writer, health, query)).ConfigureAwait(false);
    }

    private static DeployedApplication DeployedOf(RestCall call, ClusterHealth health)
    {
        var node = FindNode(health.Status.Nodes, call.Node);
        return DeployedShapes.Applications(health.Status, node)
            .FirstOrDefault(d => d.Application.Name == call.Application)
            ?? throw new ClusterException("FABRIC_E_HEALTH_ENTITY_NOT_FOUND",
                $"Node {node.Name} has nothing of {call.Application}.");
    }

    private static void WriteReplica(
        Utf8JsonWriter writer, PartitionView partition, ReplicaStatusView replica, string idName)
    {
        writer.WriteString("ServiceKind", PartitionShapes.KindOf(partition.Stateful));
        writer.WriteString("PartitionId", partition.Id);
        writer.WriteString(idName, replica.Id);
    }

    private static void WriteState(Utf8JsonWriter writer, string state) =>
        writer.WriteString("AggregatedHealthState", state);

    private static void WriteState(Utf8JsonWriter writer, string property, string name, string state)
    {
        writer.WriteStartObject();
        writer.WriteString(property, name);
        WriteState(writer, state);
        writer.WriteEndObject();
    }

    private static HealthCount[] Below(IReadOnlyCollection<ServiceView> services)
    {
        var partitions = services.SelectMany(s => s.Partitions!).ToArray();
        return
        [
            new("Service", services.Select(s => s.Health)), new("Partition", partitions.Select(p => p.Health)),
            new("Replica", partitions.SelectMany(p => p.Replicas!).Select(r => r.Health)),
        ];
    }

    private static HealthEventView[] EventsOf(RestCall call, ClusterHealth health, string entity) =>
        [.. Shown(call, "Events", health[entity].Events, e => e.State)];

    private static IEnumerable<T> Shown<T>(
        RestCall call, string kind, IEnumerable<T> items, Func<T, string> state)
    {
        var filter = HealthFilter.Of(call, kind + "HealthStateFilter");
        return items.Where(i => filter.Shows(state(i)));
    }
}
