using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using SfPerf.Fabric.Cluster.Management;

namespace SfPerf.DevCluster.Rest;

/// <summary>
/// Service Fabric's REST interface, as far as this cluster has what it asks for (docs/reference/rest.md). A request
/// that names an api-version is one of it; the gateway's own routes name none.
/// </summary>
internal sealed partial class RestRoutes
{
    private const string VersionName = "api-version";
    private const string Preview = "-preview";
    private const decimal VersionMin = 1.0m;
    private const decimal VersionMax = 11.4m;
    private static readonly string[] Services =
        ["Applications/{application}/$/GetServices/{service}", "Services/{service}"];
    private static readonly string[] Partitions =
        [.. Services.Select(s => s + "/$/GetPartitions/{partition}"), "Partitions/{partition}"];
    private static readonly string[] Replicas = [.. Partitions.Select(p => p + "/$/GetReplicas/{replica}")];
    private readonly ClusterManager _manager;
    private readonly RestRoute[] _routes;

    internal RestRoutes(ClusterManager manager)
    {
        _manager = manager;
        _routes =
        [
            .. ClusterRoutes(), .. NodeRoutes(), .. ApplicationRoutes(), .. TypePackageRoutes(), .. ServiceRoutes(),
             .. DescriptionRoutes(),
            .. HealthRoutes(), .. ImageRoutes(), .. FaultRoutes(), .. ChaosRoutes(),
            .. NodeCommandRoutes(), .. ServiceUpdateRoutes(), .. DeployedRoutes(),
        ];
    }

    /// <summary>Tells whether a request is one of this interface.</summary>
    internal static bool IsAsked(HttpContext context) => context.Request.Query.ContainsKey(VersionName);

    /// <summary>Tells whether a POST is a question with a long body, which changes nothing.</summary>
    internal static bool IsQuestion(HttpContext context) =>
        IsAsked(context) && SegmentsOf(context) is [.., "$", var last]
            && (last.StartsWith("Get", StringComparison.OrdinalIgnoreCase)
            || last.Equals("ResolvePartition", StringComparison.OrdinalIgnoreCase));

    /// <summary>Tells whether a request that names no version would be one of this interface otherwise.</summary>
    internal bool Knows(HttpContext context)
    {
        var segments = SegmentsOf(context);
        return Array.Exists(_routes, r => r.Method == context.Request.Method && r.Match(segments) is not null);
    }

    /// <summary>Answers a request of this interface.</summary>
    /// <exception cref="ClusterException">There is no such route in this version, or the cluster refuses.</exception>
    internal Task HandleAsync(HttpContext context)
    {
        var version = VersionOf(context.Request.Query[VersionName]);
        var segments = SegmentsOf(context);
        foreach (var route in _routes)
        {
            if (route.Method != context.Request.Method || route.Match(segments) is not { } values)
                continue;
            return version >= route.Since ? route.Handle(new(context, version, values))
                : throw Invalid($"{VersionName} is {version}. Allowed here: {route.Since} to {VersionMax}.");
        }
        throw AbsentRoutes.Has(segments)
            ? new ClusterException(RestErrors.NotImplemented,
                $"This cluster does not have what /{string.Join('/', segments)} asks for (docs/reference/rest.md).")
            : Invalid($"There is no route {context.Request.Method} /{string.Join('/', segments)}.");
    }

    internal static ClusterException Invalid(string message) => new(RestErrors.InvalidArgument, message);

    private static decimal VersionOf(Microsoft.Extensions.Primitives.StringValues values)
    {
        var text = values.Count == 1 ? values[0]! : "";
        var number = text.EndsWith(Preview, StringComparison.OrdinalIgnoreCase) ? text[..^Preview.Length] : text;
        return decimal.TryParse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var version)
            && version is >= VersionMin and <= VersionMax ? version
            : throw Invalid($"{VersionName} is '{values}'. Allowed: one number from {VersionMin} to {VersionMax}.");
    }

    // The server's own path has "%2F" left and ".." folded; each segment is decoded once here, after the split.
    private static string[] SegmentsOf(HttpContext context)
    {
        var target = context.Features.Get<IHttpRequestFeature>()!.RawTarget;
        var path = target.Split('?')[0];
        if (!path.StartsWith('/'))
            throw Invalid($"The request target is '{path}'. Allowed: a path.");
        var segments = path.Trim('/').Split('/').Select(Uri.UnescapeDataString).ToArray();
        return Array.Exists(segments, s => s.Any(char.IsControl))
            ? throw Invalid("The path holds a control character.") : segments;
    }

    private static IEnumerable<RestRoute> Get(
        IEnumerable<string> prefixes, string suffix, decimal since, Func<RestCall, Task> handle) =>
        prefixes.Select(p => RestRoute.Of(HttpMethods.Get, p + suffix, since, handle));

    private static RestRoute Get(string path, decimal since, Func<RestCall, Task> handle) =>
        RestRoute.Of(HttpMethods.Get, path, since, handle);

    private static RestRoute Post(string path, decimal since, Func<RestCall, Task> handle) =>
        RestRoute.Of(HttpMethods.Post, path, since, handle);
}
