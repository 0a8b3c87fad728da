using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using SfPerf.DevCluster.Rest.Shapes;
using SfPerf.Fabric.Cluster.Management.Evaluation;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest;

/// <summary>The health of many entities at once, of which the query's filters choose: what Service Fabric Explorer
/// asks for all the time.</summary>
/// <remarks>Only what a filter chooses is shown. A filter with a name counts for that entity, one with a type for the
/// applications of the type that no name chose, one without for all others.</remarks>
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
            "ApplicationNameFilter", WithSystem(status), a => a.Name, a => a.Health,
            ("ApplicationTypeNameFilter", a => a.TypeName)),
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
            "NodeNameFilter", deployed, d => d.Node.Name, StateOf), (w, d, chosen) =>
            {
                WriteNamed(w, "NodeName", d.Node.Name, StateOf(d));
                WritePackages(w, health, d, chosen);
            });

        string StateOf(DeployedApplication d) => health[NameOf(d)].State.ToString();
    }

    private static void WritePackages(
        Utf8JsonWriter writer, ClusterHealth health, DeployedApplication deployed, RestBody filter)
    {
        WriteChunks(writer, "DeployedServicePackageHealthStateChunks", Choose(filter, "DeployedServicePackageFilters",
            "ServiceManifestNameFilter", deployed.Hosts.Select(h => h.ServicePackage).Distinct(), p => p, StateOf),
            (w, package, _) =>
            {
                WriteNamed(w, "ServiceManifestName", package, StateOf(package));
                CodePackageShapes.WriteActivation(w);
            });

        string StateOf(string package) => health[$"{NameOf(deployed)}/{package}"].State.ToString();
    }

    private static string NameOf(DeployedApplication deployed) => $"{deployed.Node.Name}/{deployed.Application.Name}";

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
        IEnumerable<T> items, Func<T, string> name, Func<T, string> state,
        (string Filter, Func<T, string> Name)? type = null)
    {
        // Names and types have their own keys: an application may be called like a type.
        var filters = new Dictionary<(bool IsType, string Wanted), (RestBody Body, HealthFilter States)>();
        foreach (var filter in query.List(list))
        {
            var states = HealthFilter.Of("HealthStateFilter", filter.Text("HealthStateFilter"));
            var (wanted, typed) = (filter.Text(nameFilter), type is { } t ? filter.Text(t.Filter) : "");
            if (wanted.Length > 0 && typed.Length > 0)
                throw RestRoutes.Invalid($"{list} has a filter with a name and a type. Allowed: one of them.");
            if (!filters.TryAdd(Key(typed.Length > 0, typed.Length > 0 ? typed : wanted), (filter, states)))
                throw RestRoutes.Invalid($"{list} has two filters for '{wanted}{typed}'. Allowed: one for each.");
        }
        List<(T, RestBody)> chosen = [];
        foreach (var item in items)
        {
            if (!filters.TryGetValue(Key(false, name(item)), out var filter)
                && (type is null || !filters.TryGetValue(Key(true, type.Value.Name(item)), out filter))
                && !filters.TryGetValue(Key(false, ""), out filter))
            {
                continue;
            }
            if (filter.States.Shows(state(item)))
                chosen.Add((item, filter.Body));
        }
        return chosen;
    }

    // Names are compared without regard to case.
    private static (bool IsType, string Wanted) Key(bool isType, string wanted) => (isType, wanted.ToUpperInvariant());
}
