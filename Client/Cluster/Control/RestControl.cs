using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Rest;
using SfPerf.Commands;
using SfPerf.Fabric.Gateway;
using SfPerf.Platform;

namespace SfPerf.Client.Cluster.Control;

/// <summary>Controls a cluster by Service Fabric's REST interface. Its commands are answered when they begin, so what
/// they cause is waited for.</summary>
/// <param name="gateway">The cluster.</param>
/// <param name="time">Gives the time.</param>
internal sealed class RestControl(RestGateway gateway, TimeProvider time) : IClusterControl
{
    private const string Scheme = "fabric:/";
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(120);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    public Task<ClusterView> StatusAsync(CancellationToken token) => new RestStatus(gateway).ReadAsync(token);

    public async Task<(string From, string To)> MoveAsync(
        string service, Guid? partition, string? node, CancellationToken token)
    {
        var name = await WholeNameAsync(service, token).ConfigureAwait(false);
        var partitions = await gateway.ItemsAsync(
            $"Services/{RestGateway.IdOf(name)}/$/GetPartitions", RestVersions.Entities, token).ConfigureAwait(false);
        string[] ids = [.. partitions.Select(p => ClusterInfo.Text(p.GetProperty("PartitionInformation"), "Id"))];
        var id = partition?.ToString() ?? ids.FirstOrDefault();
        if (id is null || !ids.Contains(id))
        {
            throw new SfPerfException(ExitCode.BadParameters, ids.Length == 0 ? $"{name} has no partition."
                : $"{name} has no partition {id}. Allowed: {string.Join(", ", ids)}.");
        }
        var from = await PrimaryAsync(id, token).ConfigureAwait(false)
            ?? throw new SfPerfException(ExitCode.Unreachable, $"Partition {id} of {name} has no primary now.");
        var wanted = node is null ? "" : $"?NodeName={Uri.EscapeDataString(node)}";
        await PostAsync($"Partitions/{id}/$/MovePrimaryReplica{wanted}", RestVersions.Moves, null, token)
            .ConfigureAwait(false);
        string? to = null;
        await UntilAsync(async () => (to = await PrimaryAsync(id, token).ConfigureAwait(false)) is not null
            && to != from, $"The primary of {name} is still on {from}", token).ConfigureAwait(false);
        return (from, to!);
    }

    public async Task RemoveAsync(string application, CancellationToken token)
    {
        var path = $"Applications/{RestGateway.IdOf(application)}";
        await PostAsync($"{path}/$/Delete", RestVersions.Entities, null, token).ConfigureAwait(false);
        await UntilAsync(async () => await gateway.GetAsync(path, RestVersions.Entities, token).ConfigureAwait(false)
            is null, $"{application} is still there", token).ConfigureAwait(false);
    }

    public Task RecoverAsync(string partition, CancellationToken token) =>
        PostAsync($"Partitions/{Uri.EscapeDataString(partition)}/$/Recover", RestVersions.Entities, null, token);

    /// <summary>Restarts a node; ends when it is up again.</summary>
    /// <exception cref="SfPerfException">There is no such node, or it does not come back.</exception>
    public async Task RestartNodeAsync(string node, CancellationToken token)
    {
        var nodes = await gateway.ItemsAsync("Nodes", RestVersions.Entities, token).ConfigureAwait(false);
        if (nodes.All(n => ClusterInfo.Text(n, "Name") != node))
        {
            throw new SfPerfException(ExitCode.BadParameters, $"HOST {node}: over {RestEndpoint.AddressOption} nodes "
                + "are restarted, and there is no such node. "
                + Suggestion.For(node, [.. nodes.Select(n => ClusterInfo.Text(n, "Name"))]));
        }
        var path = $"Nodes/{Uri.EscapeDataString(node)}";
        var old = await InstanceAsync().ConfigureAwait(false);
        await PostAsync($"{path}/$/Restart", RestVersions.Entities, new { NodeInstanceId = old.Id }, token)
            .ConfigureAwait(false);
        await UntilAsync(async () => await InstanceAsync().ConfigureAwait(false) is var now
            && (now.Id, now.UpAt) != (old.Id, old.UpAt) && now.Status == "Up", $"{node} is not up again", token)
            .ConfigureAwait(false);

        // Our own cluster keeps the number of the instance.
        async Task<(string Id, string UpAt, string Status)> InstanceAsync() =>
            await gateway.GetAsync(path, RestVersions.Entities, token).ConfigureAwait(false) is { } found
                ? (ClusterInfo.Text(found, "InstanceId"), ClusterInfo.Text(found, "NodeUpAt"),
                    ClusterInfo.Text(found, "NodeStatus")) : default;
    }

    public void Dispose() => gateway.Dispose();

    private Task PostAsync(string path, string version, object? body, CancellationToken token) =>
        gateway.PostAsync(path, version, body, Limit, expected: null, token);

    private async Task<string?> PrimaryAsync(string partition, CancellationToken token)
    {
        var replicas = await gateway.ItemsAsync(
            $"Partitions/{partition}/$/GetReplicas", RestVersions.Entities, token).ConfigureAwait(false);
        return replicas.Where(r => ClusterInfo.Text(r, "ReplicaRole") == "Primary")
            .Select(r => ClusterInfo.Text(r, "NodeName")).FirstOrDefault();
    }

    private async Task UntilAsync(Func<Task<bool>> isDone, string otherwise, CancellationToken token)
    {
        for (var start = time.GetTimestamp(); !await isDone().ConfigureAwait(false);)
        {
            if (time.GetElapsedTime(start) > Limit)
                throw new SfPerfException(ExitCode.Unreachable, $"{otherwise} after {Limit.TotalSeconds} s.");
            await Task.Delay(Pause, time, token).ConfigureAwait(false);
        }
    }

    // A service is found without its application's name where only one has it.
    private async Task<string> WholeNameAsync(string service, CancellationToken token)
    {
        if (service.StartsWith(Scheme, StringComparison.Ordinal))
            return service;
        var names = new List<string>();
        foreach (var application in await gateway.ItemsAsync("Applications", RestVersions.Entities, token)
            .ConfigureAwait(false))
        {
            var path = $"Applications/{RestGateway.IdOf(ClusterInfo.Text(application, "Name"))}/$/GetServices";
            names.AddRange((await gateway.ItemsAsync(path, RestVersions.Entities, token).ConfigureAwait(false))
                .Select(s => ClusterInfo.Text(s, "Name")));
        }
        string[] found = [.. names.Where(n => n.EndsWith("/" + service, StringComparison.Ordinal))];
        return found.Length switch
        {
            1 => found[0],
            0 => throw new SfPerfException(
                ExitCode.BadParameters, $"There is no service '{service}'. {Suggestion.For(service, [.. names])}"),
            _ => throw new SfPerfException(ExitCode.BadParameters,
                $"Several services are called '{service}'. Allowed: {string.Join(", ", found)}."),
        };
    }
}
