using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using SfPerf.DevCluster.Rest.Shapes;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Cluster.Management.Views;

namespace SfPerf.DevCluster.Rest;

/// <content>Health of every kind of entity.</content>
internal sealed partial class RestRoutes
{
    private const string ClusterEntity = "cluster";

    private IEnumerable<RestRoute> HealthRoutes() =>
    [
        Get("$/GetClusterHealth", 1.0m, ClusterHealthAsync),
        Get("$/GetClusterHealthChunk", 3.0m, ClusterHealthChunkAsync),
        Post("$/GetClusterHealthChunk", 3.0m, ClusterHealthChunkAsync),
        .. ReportRoutes(),
        Get("Nodes/{node}/$/GetHealth", 1.0m, NodeHealthAsync),
        Get("Applications/{application}/$/GetHealth", 1.0m, ApplicationHealthAsync),
        .. Get(Services, "/$/GetHealth", 1.0m, ServiceHealthAsync),
        .. Get(Partitions, "/$/GetHealth", 1.0m, PartitionHealthAsync),
        .. Get(Replicas, "/$/GetHealth", 1.0m, ReplicaHealthAsync),
    ];

    private async Task ClusterHealthAsync(RestCall call)
    {
        var status = await _manager.StatusAsync().ConfigureAwait(false);
        await call.ObjectAsync(writer =>
        {
            var services = status.Applications.SelectMany(a => a.Services!).ToArray();
            HealthShape.Write(writer, status.Health, EventsOf(call, status, ClusterEntity),
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
        }).ConfigureAwait(false);
    }

    private async Task NodeHealthAsync(RestCall call)
    {
        var (status, node) = await StatusAndNodeAsync(call).ConfigureAwait(false);
        await call.ObjectAsync(writer =>
        {
            writer.WriteString("Name", node.Name);
            HealthShape.Write(writer, node.Health, EventsOf(call, status, node.Name));
        }).ConfigureAwait(false);
    }

    private async Task ApplicationHealthAsync(RestCall call)
    {
        var status = await _manager.StatusAsync().ConfigureAwait(false);
        var isSystem = call.Application == SystemApplication;
        var application = isSystem ? null : FindApplication(status.Applications, call.Application);
        var services = application?.Services ?? [];
        await call.ObjectAsync(writer =>
        {
            writer.WriteString("Name", call.Application);
            HealthShape.Write(
                writer, application?.Health ?? "Ok", EventsOf(call, status, call.Application), Below(services));
            writer.WriteList("ServiceHealthStates", Shown(call, "Services", services, s => s.Health),
                static (w, service) => WriteState(w, "ServiceName", service.Name, service.Health));
            writer.WriteList("DeployedApplicationHealthStates",
                status.Nodes.SelectMany(n => DeployedShapes.Applications(status, n))
                    .Where(d => d.Application == application),
                static (w, deployed) =>
                {
                    w.WriteStartObject();
                    w.WriteString("ApplicationName", deployed.Application.Name);
                    w.WriteString("NodeName", deployed.Node.Name);
                    WriteState(w, deployed.Application.Health);
                    w.WriteEndObject();
                });
        }).ConfigureAwait(false);
    }

    private async Task ServiceHealthAsync(RestCall call)
    {
        var status = await _manager.StatusAsync().ConfigureAwait(false);
        var service = await ServiceOfAsync(call).ConfigureAwait(false);
        await call.ObjectAsync(writer =>
        {
            writer.WriteString("Name", service.Name);
            HealthShape.Write(writer, service.Health, EventsOf(call, status, service.Name), Below([service])[1..]);
            writer.WriteList("PartitionHealthStates",
                Shown(call, "Partitions", service.Partitions!, p => p.Health),
                static (w, partition) => WriteState(w, "PartitionId", partition.Id.ToString(), partition.Health));
        }).ConfigureAwait(false);
    }

    private async Task PartitionHealthAsync(RestCall call)
    {
        var status = await _manager.StatusAsync().ConfigureAwait(false);
        var (service, partition) = await PartitionOfAsync(call).ConfigureAwait(false);
        await call.ObjectAsync(writer =>
        {
            writer.WriteString("PartitionId", partition.Id);
            HealthShape.Write(writer, partition.Health, EventsOf(call, status, $"{service.Name}/{partition.Id}"),
                new HealthCount("Replica", partition.Replicas!.Select(r => r.Health)));
            writer.WriteList("ReplicaHealthStates", Shown(call, "Replicas", partition.Replicas!, r => r.Health),
                (w, replica) =>
                {
                    w.WriteStartObject();
                    WriteReplica(w, partition, replica);
                    WriteState(w, replica.Health);
                    w.WriteEndObject();
                });
        }).ConfigureAwait(false);
    }

    private async Task ReplicaHealthAsync(RestCall call)
    {
        var status = await _manager.StatusAsync().ConfigureAwait(false);
        var (service, partition) = await PartitionOfAsync(call).ConfigureAwait(false);
        var replica = partition.Replicas!.FirstOrDefault(r => r.Id == call["replica"]) ?? throw new ClusterException(
            "FABRIC_E_REPLICA_DOES_NOT_EXIST",
            $"There is no replica or instance '{call["replica"]}' of partition {partition.Id}.");
        await call.ObjectAsync(writer =>
        {
            WriteReplica(writer, partition, replica);
            HealthShape.Write(writer, replica.Health,
                EventsOf(call, status, $"{service.Name}/{partition.Id}/{replica.Id}"));
        }).ConfigureAwait(false);
    }

    private async Task ClusterHealthChunkAsync(RestCall call)
    {
        var query = await RestBody.ReadAsync(call).ConfigureAwait(false);
        var status = await _manager.StatusAsync().ConfigureAwait(false);
        await call.AnswerAsync(writer => HealthChunk.Write(writer, status, query)).ConfigureAwait(false);
    }

    private static void WriteReplica(Utf8JsonWriter writer, PartitionView partition, ReplicaStatusView replica)
    {
        writer.WriteString("ServiceKind", PartitionShapes.KindOf(partition.Stateful));
        writer.WriteString("PartitionId", partition.Id);
        writer.WriteString(partition.Stateful ? "ReplicaId" : "InstanceId", replica.Id);
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

    private static HealthEventView[] EventsOf(RestCall call, ClusterView status, string entity) =>
        [.. Shown(call, "Events", status.HealthEvents.Where(e => e.Entity == entity), e => e.State)];

    private static IEnumerable<T> Shown<T>(
        RestCall call, string kind, IEnumerable<T> items, System.Func<T, string> state)
    {
        var filter = HealthFilter.Of(call, kind + "HealthStateFilter");
        return items.Where(i => filter.Shows(state(i)));
    }
}
