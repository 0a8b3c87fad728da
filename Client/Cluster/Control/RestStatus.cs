using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Rest;

namespace SfPerf.Client.Cluster.Control;

/// <summary>Puts a cluster's status together from the entities of Service Fabric's REST interface. What that does not
/// tell is left out: processes, data folders, durability.</summary>
internal sealed class RestStatus(RestGateway gateway)
{
    // What an evaluation of the health is about, from the outside inwards.
    private static readonly string[] Entities =
        ["NodeName", "ApplicationName", "ServiceName", "PartitionId", "ReplicaOrInstanceId"];

    /// <summary>Reads the status.</summary>
    public async Task<JsonElement> ReadAsync(CancellationToken token)
    {
        var version = await gateway.GetAsync("$/GetClusterVersion", RestVersions.Epochs, token).ConfigureAwait(false);
        var health = await gateway.GetAsync("$/GetClusterHealth", RestVersions.Entities, token).ConfigureAwait(false);
        var nodes = await gateway.ItemsAsync("Nodes", RestVersions.Entities, token).ConfigureAwait(false);
        var applications = new JsonArray();
        foreach (var one in await gateway.ItemsAsync("Applications", RestVersions.Entities, token)
            .ConfigureAwait(false))
        {
            applications.Add(await ApplicationAsync(one, token).ConfigureAwait(false));
        }

        var status = new JsonObject
        {
            ["name"] = "Service Fabric " + (version is { } told ? Text(told, "Version") : ""),
            ["gateway"] = gateway.Address,
            ["health"] = health is { } state ? Text(state, "AggregatedHealthState") : "Unknown",
            ["nodes"] = new JsonArray([.. nodes.Select(Node)]),
            ["applications"] = applications,
            ["healthEvents"] = new JsonArray([.. health is { } all
                ? Events(all).Concat(Evaluations(all, "")) : []]),
        };
        return JsonSerializer.SerializeToElement(status);
    }

    private async Task<JsonNode> ApplicationAsync(JsonElement application, CancellationToken token)
    {
        var name = Text(application, "Name");
        var services = new JsonArray();
        foreach (var service in await gateway.ItemsAsync(
            $"Applications/{RestGateway.IdOf(name)}/$/GetServices", RestVersions.Entities, token).ConfigureAwait(false))
        {
            services.Add(await ServiceAsync(service, token).ConfigureAwait(false));
        }

        return new JsonObject
        {
            ["name"] = name, ["typeName"] = Text(application, "TypeName"),
            ["typeVersion"] = Text(application, "TypeVersion"), ["status"] = Text(application, "Status"),
            ["health"] = Text(application, "HealthState"), ["services"] = services,
        };
    }

    private async Task<JsonNode> ServiceAsync(JsonElement service, CancellationToken token)
    {
        var name = Text(service, "Name");
        var partitions = new JsonArray();
        foreach (var partition in await gateway.ItemsAsync(
            $"Services/{RestGateway.IdOf(name)}/$/GetPartitions", RestVersions.Entities, token).ConfigureAwait(false))
        {
            var id = Text(partition.GetProperty("PartitionInformation"), "Id");
            var replicas = await gateway.ItemsAsync(
                $"Partitions/{id}/$/GetReplicas", RestVersions.Entities, token).ConfigureAwait(false);
            partitions.Add((JsonNode)new JsonObject
            {
                ["id"] = id, ["status"] = Text(partition, "PartitionStatus"),
                ["health"] = Text(partition, "HealthState"),
                ["replicas"] = new JsonArray([.. replicas.Select(Replica)]),
            });
        }
        return new JsonObject
        {
            ["name"] = name, ["kind"] = Text(service, "ServiceKind"), ["typeName"] = Text(service, "TypeName"),
            ["health"] = Text(service, "HealthState"), ["partitions"] = partitions,
        };
    }

    private static JsonNode Replica(JsonElement replica) => new JsonObject
    {
        ["id"] = Text(replica, "ReplicaId") is { Length: > 0 } id ? id : Text(replica, "InstanceId"),
        ["node"] = Text(replica, "NodeName"),
        ["role"] = Text(replica, "ReplicaRole") is { Length: > 0 } role ? role : "None",
        ["status"] = Text(replica, "ReplicaStatus"), ["health"] = Text(replica, "HealthState"),
    };

    private static JsonNode Node(JsonElement node)
    {
        var written = new JsonObject
        {
            ["name"] = Text(node, "Name"), ["status"] = Text(node, "NodeStatus"),
            ["health"] = Text(node, "HealthState"), ["address"] = Text(node, "IpAddressOrFQDN"),
            ["instance"] = Text(node, "InstanceId"),
        };
        if (!node.TryGetProperty("NodeDeactivationInfo", out var info)
            || Text(info, "NodeDeactivationIntent") is not { Length: > 0 } intent || intent == "Invalid")
        {
            return written;
        }

        var checks = info.TryGetProperty("PendingSafetyChecks", out var pending) ? pending.EnumerateArray() : default;
        written["deactivation"] = new JsonObject
        {
            ["intent"] = intent, ["done"] = Text(info, "NodeDeactivationStatus") == "Completed",
            ["pending"] = new JsonArray([.. checks.Select(c => c.GetProperty("SafetyCheck")).Select(c =>
                (JsonNode)new JsonObject { ["kind"] = Text(c, "Kind"), ["partition"] = Text(c, "PartitionId") })]),
        };
        return written;
    }

    private static IEnumerable<JsonNode> Events(JsonElement health) =>
        health.GetProperty("HealthEvents").EnumerateArray().Select(e => Event("fabric:/", e, Text(e, "HealthState")));

    // The leaves say why.
    private static IEnumerable<JsonNode> Evaluations(JsonElement above, string entity)
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

    private static JsonNode Event(string entity, JsonElement cause, string state) => new JsonObject
    {
        ["entity"] = entity, ["sourceId"] = Text(cause, "SourceId"), ["property"] = Text(cause, "Property"),
        ["state"] = state, ["description"] = Text(cause, "Description"),
    };

    private static string Text(JsonElement element, string name) => ClusterInfo.Text(element, name);
}
