using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;

namespace SfPerf.Client.Cluster;

/// <summary>What happens in a cluster between two moments. The manager keeps it, so that nothing is asked while a run
/// is measured.</summary>
internal sealed class ClusterEvents
{
    private const long Newest = long.MaxValue;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(5);
    private readonly Gateway _gateway;
    private readonly long? _last;

    private ClusterEvents(Gateway gateway, long? last) => (_gateway, _last) = (gateway, last);

    /// <summary>Begins.</summary>
    public static async Task<ClusterEvents> BeginAsync(Gateway gateway, CancellationToken token) =>
        new(gateway, await AskAsync(gateway, Newest, token).ConfigureAwait(false) is { } answer
            ? answer.GetProperty("last").GetInt64() : null);

    /// <summary>Returns what happened since; nothing where the cluster does not tell.</summary>
    public async Task<IReadOnlyList<ClusterEvent>> EndAsync()
    {
        // A run that the user ended has events, too.
        using var limit = new CancellationTokenSource(Limit);
        return _last is { } last && await AskAsync(_gateway, last, limit.Token).ConfigureAwait(false) is { } answer
            ? Read(answer) : [];
    }

    internal static IReadOnlyList<ClusterEvent> Read(JsonElement answer) =>
        [.. answer.GetProperty("events").EnumerateArray().Select(e => new ClusterEvent(
            e.GetProperty("utc").GetDateTimeOffset(), ClusterInfo.Text(e, "kind"), ClusterInfo.Text(e, "text")))];

    private static async Task<JsonElement?> AskAsync(Gateway gateway, long after, CancellationToken token)
    {
        try
        {
            return await gateway.GetAsync($"Cluster/Events?after={after}", token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is SfPerfException or OperationCanceledException)
        {
            // The manager is of an earlier version, or is gone. That is reported elsewhere, and the figures are valid.
            return null;
        }
    }
}

/// <summary>Something that the cluster's manager observed or was ordered to do.</summary>
internal sealed record ClusterEvent(DateTimeOffset Utc, string Kind, string Text);
