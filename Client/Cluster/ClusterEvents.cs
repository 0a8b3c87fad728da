using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Client.Cluster;

/// <summary>
/// Represents what happens in a cluster between two moments. The manager keeps it, so that nothing is asked while a run
/// is measured.
/// </summary>
internal sealed class ClusterEvents
{
    private const long Newest = long.MaxValue;
    private readonly Gateway _gateway;
    private readonly long? _last;

    private ClusterEvents(Gateway gateway, long? last) => (_gateway, _last) = (gateway, last);

    /// <summary>Begins.</summary>
    public static async Task<ClusterEvents> BeginAsync(Gateway gateway, CancellationToken token) =>
        new(gateway, (await AskAsync(gateway, Newest, token).ConfigureAwait(false))?.Last);

    /// <summary>Returns what happened since; nothing where the cluster does not tell.</summary>
    public async Task<IReadOnlyList<ClusterEvent>> EndAsync()
    {
        // A run that the user ended has events, too.
        using var limit = new CancellationTokenSource(Gateway.AnswerLimit);
        return _last is { } last && await AskAsync(_gateway, last, limit.Token).ConfigureAwait(false) is { } answer
            ? Read(answer) : [];
    }

    private static IReadOnlyList<ClusterEvent> Read(ClusterEventsView answer) =>
        [.. answer.Events.Select(e => new ClusterEvent(e.Utc, e.Kind, e.Text))];

    private static async Task<ClusterEventsView?> AskAsync(Gateway gateway, long after, CancellationToken token)
    {
        try
        {
            return await gateway.EventsAsync(after, token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is SfPerfException or OperationCanceledException)
        {
            // The manager is of an earlier version, or is gone. That is reported elsewhere, and the figures are valid.
            return null;
        }
    }
}

/// <summary>Represents something that the cluster's manager observed or was ordered to do.</summary>
internal sealed record ClusterEvent(DateTimeOffset Utc, string Kind, string Text);
