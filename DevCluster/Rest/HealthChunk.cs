using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using SfPerf.DevCluster.Rest.Shapes;
using SfPerf.Fabric.Cluster.Management.Evaluation;
using SfPerf.Fabric.Cluster.Management.Views;

namespace SfPerf.DevCluster.Rest;

/// <summary>The health of many entities at once, of which the query's filters choose: what Service Fabric Explorer
/// asks for all the time.</summary>
/// <remarks>Only what a filter chooses is shown. A filter with a name counts for that entity, one without for those
/// that no name chose.</remarks>
internal static class HealthChunk
{
    internal static void Write(Utf8JsonWriter writer, ClusterHealth health, RestBody query)
    {
        var status = health.Status;
        writer.WriteStartObject();
        writer.WriteString("HealthState", status.Health);
        WriteChunks(writer, "NodeHealthStateChunks", Choose(query, "NodeFilters", "NodeNameFilter", status.Nodes,
            n => n.Name, n => n.Health), static (w, node, _) => WriteNamed(w, "NodeName", node.Name, node.Health));
        WriteChunks(writer, "ApplicationHealthStateChunks", Choose(query, "ApplicationFilters",
            "ApplicationNameFilter", WithSystem(status), a => a.Name, a => a.Health),
            (w, application, filter) => WriteApplication(w, health, application, filter));
        writer.WriteEndObject();
    }

    // The cluster's own application, which Service Fabric Explorer looks for.
    private static IEnumerable<ApplicationView> WithSystem(ClusterView status) => status.Applications.Append(new()
    {
        Name = "fabric:/System",
        TypeName = "System",
        TypeVersion = "",
        Status = "Ready",
        Health = "Ok",
        Parameters = new Dictionary<string, string>(),
        Services = [],
    });

    private static void WriteApplication(
        Utf8JsonWriter writer, ClusterHealth health, ApplicationView application, RestBody filter)
    {
        WriteNamed(writer, "ApplicationName", application.Name, application.Health);
        writer.WriteString("ApplicationTypeName", application.TypeName);
        WriteChunks(writer, "ServiceHealthStateChunks", Choose(filter, "ServiceFilters", "ServiceNameFilter",
            application.Services!, s => s.Name, s => s.Health), WriteService);
        var deployed = health.Status.Nodes.SelectMany(n => DeployedShapes.Applications(health.Status, n))
            .Where(d => d.Application == application);
        WriteChunks(writer, "DeployedApplicationHealthStateChunks", Choose(filter, "DeployedApplicationFilters",
            "NodeNameFilter", deployed, d => d.Node.Name, StateOf), (w, d, _) =>
            {
                WriteNamed(w, "NodeName", d.Node.Name, StateOf(d));
                WriteChunks(w, "DeployedServicePackageHealthStateChunks", NoPackages, static (_, _, _) => { });
            });

        string StateOf(DeployedApplication d) => health[$"{d.Node.Name}/{d.Application.Name}"].State.ToString();
    }

    private static void WriteService(Utf8JsonWriter writer, ServiceView service, RestBody filter)
    {
        WriteNamed(writer, "ServiceName", service.Name, service.Health);
        WriteChunks(writer, "PartitionHealthStateChunks", Choose(filter, "PartitionFilters", "PartitionIdFilter",
            service.Partitions!, p => p.Id.ToString(), p => p.Health), WritePartition);
    }

    private static void WritePartition(Utf8JsonWriter writer, PartitionView partition, RestBody filter)
    {
        WriteNamed(writer, "PartitionId", partition.Id.ToString(), partition.Health);
        WriteChunks(writer, "ReplicaHealthStateChunks", Choose(filter, "ReplicaFilters",
            "ReplicaOrInstanceIdFilter", partition.Replicas!, r => r.Id, r => r.Health),
            static (w, replica, _) => WriteNamed(w, "ReplicaOrInstanceId", replica.Id, replica.Health));
    }

    private static void WriteNamed(Utf8JsonWriter writer, string property, string name, string state)
    {
        writer.WriteString("HealthState", state);
        writer.WriteString(property, name);
    }

    private static void WriteChunks<T>(Utf8JsonWriter writer, string name, List<(T Item, RestBody Filter)> chosen,
        Action<Utf8JsonWriter, T, RestBody> write)
    {
        writer.WriteStartObject(name);
        writer.WriteNumber("TotalCount", chosen.Count);
        writer.WriteList("Items", chosen, (w, pair) =>
        {
            w.WriteStartObject();
            write(w, pair.Item, pair.Filter);
            w.WriteEndObject();
        });
        writer.WriteEndObject();
    }

    private static List<(T Item, RestBody Filter)> Choose<T>(RestBody query, string list, string nameFilter,
        IEnumerable<T> items, Func<T, string> name, Func<T, string> state)
    {
        var filters = new Dictionary<string, (RestBody Body, HealthFilter States)>(StringComparer.OrdinalIgnoreCase);
        foreach (var filter in query.List(list))
        {
            var states = HealthFilter.Of("HealthStateFilter", filter.Text("HealthStateFilter"));
            var wanted = filter.Text(nameFilter);
            if (!filters.TryAdd(wanted, (filter, states)))
                throw RestRoutes.Invalid($"{list} has two filters for '{wanted}'. Allowed: one for each name.");
        }
        List<(T, RestBody)> chosen = [];
        foreach (var item in items)
        {
            if (!filters.TryGetValue(name(item), out var filter) && !filters.TryGetValue("", out filter))
                continue;
            if (filter.States.Shows(state(item)))
                chosen.Add((item, filter.Body));
        }
        return chosen;
    }

    private static List<(string Item, RestBody Filter)> NoPackages => [];
}
