using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Extensions;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Gateway;

/// <summary>
/// Describes what a request to the reverse proxy asks for: <c>/App/Service/PATH</c> with the parameters PartitionKey,
/// PartitionKind, ListenerName, TargetReplicaSelector and Timeout in the query.
/// </summary>
internal sealed record ReverseProxyAddress
{
    private static readonly string[] Own =
        ["PartitionKey", "PartitionKind", "ListenerName", "TargetReplicaSelector", "Timeout"];
    private static readonly string[] Kinds = ["Int64Range", "Named", "Singleton"];
    private static readonly string[] Selectors = ["PrimaryReplica", "RandomSecondaryReplica", "RandomReplica"];

    internal required string Service { get; init; }

    internal required ResolveKey Key { get; init; }

    /// <summary>Gets the path that the service is asked for, with a slash in front.</summary>
    internal required string Path { get; init; }

    /// <summary>Gets the query without the parameters of the proxy, empty or with a question mark in front.</summary>
    internal required string Query { get; init; }

    internal required string ListenerName { get; init; }

    internal required string Selector { get; init; }

    internal required TimeSpan Timeout { get; init; }

    /// <param name="request">The request.</param>
    /// <param name="services">The names of all services.</param>
    /// <exception cref="ClusterException">The request names no service, or a parameter is wrong.</exception>
    internal static ReverseProxyAddress Of(HttpRequest request, IReadOnlyList<string> services)
    {
        var path = request.Path.Value ?? "/";
        var service = services
            .Where(s => request.Path.StartsWithSegments(s["fabric:".Length..], StringComparison.Ordinal))
            .MaxBy(s => s.Length) ?? throw new ClusterException("FABRIC_E_SERVICE_DOES_NOT_EXIST",
                $"No service has a name that '{path}' begins with. There are: {string.Join(", ", services)}.");
        var query = request.Query;
        var kind = OneOf(query, "PartitionKind", query.ContainsKey("PartitionKey") ? "Int64Range" : "Singleton", Kinds);
        var others = new QueryBuilder(query.Where(p => !Own.Contains(p.Key, StringComparer.OrdinalIgnoreCase))
            .SelectMany(p => p.Value, (p, v) => KeyValuePair.Create(p.Key, v ?? "")));
        return new()
        {
            Service = service,
            Key = new() { Kind = kind, Text = query["PartitionKey"].FirstOrDefault() ?? "" },
            Path = path[(service.Length - "fabric:".Length)..] is { Length: > 0 } rest ? rest : "/",
            Query = others.ToQueryString().Value ?? "",
            ListenerName = query["ListenerName"].FirstOrDefault() ?? "",
            Selector = OneOf(query, "TargetReplicaSelector", Selectors[0], Selectors),
            Timeout = TimeSpan.FromSeconds(Seconds(query)),
        };
    }

    /// <summary>Gets the http address of an endpoint that serves the request.</summary>
    /// <param name="resolved">The partition's endpoints.</param>
    /// <param name="turn">Chooses among several: a number that grows with each request.</param>
    /// <exception cref="ClusterException">There is none, or it is no http address.</exception>
    internal Uri Endpoint(ResolvedView resolved, int turn)
    {
        var secondary = Selector == "RandomSecondaryReplica";
        var all = resolved.Endpoints.Where(e => Selector == "RandomReplica" || e.Role is "Stateless"
            || e.Role == (secondary ? "StatefulSecondary" : "StatefulPrimary")).ToArray();
        if (all.Length == 0)
            throw new ClusterException("FABRIC_E_SERVICE_OFFLINE", $"{Service} has no replica for {Selector} now.");
        var address = all[(uint)turn % (uint)all.Length].Address;
        var listeners = Listeners(address);
        var chosen = ListenerName.Length > 0 ? listeners.GetValueOrDefault(ListenerName)
            : listeners.Values.FirstOrDefault(IsHttp);
        return IsHttp(chosen) ? new(chosen!.TrimEnd('/')) : throw new ClusterException("E_INVALIDARG",
            $"{Service} has no listener {(ListenerName.Length > 0 ? $"'{ListenerName}' " : "")}with an http address. "
            + $"Its listeners are: {string.Join(", ", listeners.Select(l => $"'{l.Key}' at {l.Value}"))}.");
    }

    private static Dictionary<string, string> Listeners(string address)
    {
        try
        {
            return JsonNode.Parse(address)?["Endpoints"] is JsonObject endpoints
                ? endpoints.ToDictionary(e => e.Key, e => (string?)e.Value ?? "") : new() { [""] = address };
        }
        catch (System.Text.Json.JsonException)
        {
            return new() { [""] = address };
        }
    }

    private static bool IsHttp(string? address) => Uri.TryCreate(address, UriKind.Absolute, out var uri)
        && (uri.Scheme == Uri.UriSchemeHttp || uri.Scheme == Uri.UriSchemeHttps);

    private static string OneOf(IQueryCollection query, string name, string fallback, string[] allowed)
    {
        var text = query[name].FirstOrDefault() ?? fallback;
        return allowed.FirstOrDefault(a => a.Equals(text, StringComparison.OrdinalIgnoreCase))
            ?? throw new ClusterException("E_INVALIDARG",
                $"{name} is '{text}'. Allowed: {string.Join(", ", allowed)}.");
    }

    private static int Seconds(IQueryCollection query)
    {
        const int Default = 60;
        var text = query["Timeout"].FirstOrDefault();
        if (text is null)
            return Default;
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)
            && seconds is > 0 and <= 3600
            ? seconds
            : throw new ClusterException("E_INVALIDARG", $"Timeout is '{text}'. Allowed: 1 to 3600, in seconds.");
    }
}
