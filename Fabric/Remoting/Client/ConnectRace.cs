using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>
/// Connects to a replica of a partition. While that does not answer, as a host that is stopped does not, it asks where
/// the partition is now, and goes to the new place as soon as there is one.
/// </summary>
internal sealed class ConnectRace(ReplicaConnector connector, ResolvedServicePartition known, TimeProvider time)
{
    // A connection on one machine or network takes a few milliseconds.
    internal static readonly TimeSpan HeadStart = TimeSpan.FromMilliseconds(250);

    /// <summary>Gets the newest resolution: what a later one must be newer than.</summary>
    internal ResolvedServicePartition Known { get; private set; } = known;

    internal async Task ResolveAgainAsync(CancellationToken cancellationToken) =>
        Known = await connector.ResolveAgainAsync(Known, cancellationToken).ConfigureAwait(false);

    /// <exception cref="Exception">The last replica chosen could not be reached.</exception>
    internal async Task<Route> RunAsync(CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var place = connector.Choose(Known);
        var attempt = connector.ConnectAsync(place, Known);
        try
        {
            while (true)
            {
                var patience = Task.Delay(HeadStart, time, stop.Token);
                if (await Task.WhenAny(attempt, patience).ConfigureAwait(false) == attempt)
                    return await attempt.ConfigureAwait(false);
                await patience.ConfigureAwait(false);
                var finding = FindOtherAsync(place, stop.Token);
                if (await Task.WhenAny(attempt, finding).ConfigureAwait(false) == attempt)
                    return await attempt.ConfigureAwait(false);
                if (await finding.ConfigureAwait(false) is not { } other)
                    continue;
                place = other;
                attempt = connector.ConnectAsync(place, Known);
            }
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
        }
    }

    // Returns null when the partition has not moved or has no address yet; then the attempt under way goes on.
    private async Task<ReplicaPlace?> FindOtherAsync(ReplicaPlace place, CancellationToken cancellationToken)
    {
        try
        {
            await ResolveAgainAsync(cancellationToken).ConfigureAwait(false);
            var other = connector.Choose(Known);
            return other == place ? null : other;
        }
        catch (Exception e) when (e is FabricException or TimeoutException)
        {
            return null;
        }
    }
}
