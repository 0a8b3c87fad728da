using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Rest;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Client.Cluster.Control;

/// <summary>Puts a cluster's status together from the entities of Service Fabric's REST interface. What that does not
/// tell is left out: processes, data folders, durability.</summary>
internal sealed class RestStatus(RestGateway gateway)
{
    // What an evaluation of the health is about, from the outside inwards.
    private static readonly string[] Entities =
        ["NodeName", "ApplicationName", "ServiceName", "PartitionId", "ReplicaOrInstanceId"];

    /// <summary>Reads the status.</summary>
    public async Task<ClusterView> ReadAsync(CancellationToken token)
    {
        var version = await gateway.GetAsync("$/GetClusterVersion", RestVersions.Epochs, token).ConfigureAwait(false);
        var health = await gateway.GetAsync("$/GetClusterHealth", RestVersions.Entities, token).ConfigureAwait(false);
        var nodes = await gateway.ItemsAsync("Nodes", RestVersions.Entities, token).ConfigureAwait(false);
        var applications = new List<ApplicationView>();
        foreach (var one in await gateway.ItemsAsync("Applications", RestVersions.Entities, token)
            .ConfigureAwait(false))
        {
            applications.Add(await ApplicationAsync(one, token).ConfigureAwait(false));
        }

        return new()
        {
            Name = "Service Fabric " + (version is { } told ? Text(told, "Version") : ""),
            Gateway = gateway.Address,
            Health = health is { } state ? Text(state, "AggregatedHealthState") : "Unknown",
            Nodes = [.. nodes.Select(Node)],
            Applications = applications,
            HealthEvents = health is { } all ? [.. Events(all), .. Evaluations(all, "")] : [],
        };
    }

    private async Task<ApplicationView> ApplicationAsync(JsonElement application, CancellationToken token)
    {
        var name = Text(application, "Name");
        var services = new List<ServiceView>();
        foreach (var service in await gateway.ItemsAsync(
            $"Applications/{RestGateway.IdOf(name)}/$/GetServices", RestVersions.Entities, token).ConfigureAwait(false))
        {
            services.Add(await ServiceAsync(service, name, token).ConfigureAwait(false));
        }

        return new()
        {
            Name = name,
            TypeName = Text(application, "TypeName"),
            TypeVersion = Text(application, "TypeVersion"),
            Status = Text(application, "Status"),
            Health = Text(application, "HealthState"),
            Parameters = Items(application, "Parameters").ToDictionary(p => Text(p, "Key"), p => Text(p, "Value")),
            Services = services,
        };
    }

    private async Task<ServiceView> ServiceAsync(JsonElement service, string application, CancellationToken token)
    {
        var name = Text(service, "Name");
        var partitions = new List<PartitionView>();
        foreach (var partition in await gateway.ItemsAsync(
            $"Services/{RestGateway.IdOf(name)}/$/GetPartitions", RestVersions.Entities, token).ConfigureAwait(false))
        {
            var view = Partition(partition);
            var replicas = await gateway.ItemsAsync(
                $"Partitions/{view.Id}/$/GetReplicas", RestVersions.Entities, token).ConfigureAwait(false);
            partitions.Add(view with { Replicas = [.. replicas.Select(Replica)] });
        }
        return new()
        {
            Name = name,
            Kind = Text(service, "ServiceKind"),
            TypeName = Text(service, "TypeName"),
            Application = application,
            ManifestVersion = Text(service, "ManifestVersion"),
            Health = Text(service, "HealthState"),
            Partitions = partitions,
        };
    }

    private static PartitionView Partition(JsonElement partition)
    {
        var information = partition.GetProperty("PartitionInformation");
        return new()
        {
            Id = information.GetProperty("Id").GetGuid(),
            Kind = Text(information, "ServicePartitionKind"),
            LowKey = Given(information, "LowKey"),
            HighKey = Given(information, "HighKey"),
            Name = Given(information, "Name"),
            Status = Text(partition, "PartitionStatus"),
            Health = Text(partition, "HealthState"),
            Stateful = Text(partition, "ServiceKind") == "Stateful",
            TargetReplicaSetSize = Number(partition, "TargetReplicaSetSize"),
            MinReplicaSetSize = Number(partition, "MinReplicaSetSize"),
            InstanceCount = Number(partition, "InstanceCount"),
        };
    }

    private static ReplicaStatusView Replica(JsonElement replica) => new(
        Given(replica, "ReplicaId") ?? Text(replica, "InstanceId"), Text(replica, "NodeName"),
        Given(replica, "ReplicaRole") ?? "None", Text(replica, "ReplicaStatus"), Pid: null, Text(replica, "Address"),
        ReplicatorAddress: null)
    {
        Health = Text(replica, "HealthState"),
    };

    private static NodeView Node(JsonElement node) => new()
    {
        Name = Text(node, "Name"),
        Id = node.TryGetProperty("Id", out var id) ? Text(id, "Id") : "",
        Type = Text(node, "Type"),
        Status = Text(node, "NodeStatus"),
        Health = Text(node, "HealthState"),
        Address = Text(node, "IpAddressOrFQDN"),
        FaultDomain = Text(node, "FaultDomain"),
        UpgradeDomain = Text(node, "UpgradeDomain"),
        Instance = Text(node, "InstanceId"),
        Deactivation = Deactivation(node),
    };

    private static DeactivationView? Deactivation(JsonElement node)
    {
        if (!node.TryGetProperty("NodeDeactivationInfo", out var info)
            || Given(info, "NodeDeactivationIntent") is not { } intent || intent == "Invalid")
        {
            return null;
        }
        return new(intent, Text(info, "NodeDeactivationStatus") == "Completed",
            [.. Items(info, "PendingSafetyChecks").Select(c => c.GetProperty("SafetyCheck")).Select(c =>
                new SafetyCheckView(
                    Text(c, "Kind"), Guid.TryParse(Text(c, "PartitionId"), out var id) ? id : null))]);
    }

    private static IEnumerable<HealthEventView> Events(JsonElement health) =>
        health.GetProperty("HealthEvents").EnumerateArray().Select(e => Event("fabric:/", e, Text(e, "HealthState")));

    // The leaves say why.
    private static IEnumerable<HealthEventView> Evaluations(JsonElement above, string entity)
    {
        if (!above.TryGetProperty("UnhealthyEvaluations", out var list))
            yield break;
        foreach (var evaluation in list.EnumerateArray().Select(e => e.GetProperty("HealthEvaluation")))
        {
            var name = Array.FindLast(Entities, e => Text(evaluation, e).Length > 0) is { } property
                ? Text(evaluation, property) : entity;
            if (evaluation.TryGetProperty("UnhealthyEvent", out var cause))
            {
                if (name.Length > 0)
                    yield return Event(name, cause, Text(evaluation, "AggregatedHealthState"));
            }
            else
            {
                foreach (var inner in Evaluations(evaluation, name))
                    yield return inner;
            }
        }
    }

    private static HealthEventView Event(string entity, JsonElement cause, string state) =>
        new(entity, Text(cause, "SourceId"), Text(cause, "Property"), state, Text(cause, "Description"));

    private static string Text(JsonElement element, string name) => ClusterInfo.Text(element, name);

    private static string? Given(JsonElement element, string name) =>
        Text(element, name) is { Length: > 0 } text ? text : null;

    // Service Fabric writes 64-bit numbers as text, and smaller ones as numbers.
    private static int Number(JsonElement element, string name) =>
        element.TryGetProperty(name, out var value) && int.TryParse(value.ToString(), NumberStyles.AllowLeadingSign,
            CultureInfo.InvariantCulture, out var number) ? number : 0;

    private static IEnumerable<JsonElement> Items(JsonElement element, string name) =>
        element.TryGetProperty(name, out var items) && items.ValueKind == JsonValueKind.Array
            ? items.EnumerateArray() : [];
}
