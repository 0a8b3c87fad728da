using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Remoting.Wire;
using SfPerf.Fabric.Transport;
using SfPerf.Platform;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>
/// The calls of this process to one partition. Usual path: one lock and one copy into the connection's send buffer.
/// When the connection, the replica or its role is gone, resolves again and sends again, within the call's deadline.
/// </summary>
internal sealed class PartitionChannel(
    ReplicaConnector connector, ResolvedServicePartition partition, TimeProvider time)
{
    // Bounds one attempt; whoever waits for it may wait less.
    private static readonly TimeSpan ConnectLimit = TimeSpan.FromSeconds(30);

    private readonly Lock _gate = new();
    private ResolvedServicePartition _partition = partition; // guarded by _gate
    private Task<Route>? _connecting;                        // guarded by _gate
    private bool _failed;                                    // guarded by _gate: the last connect did
    private Route? _route;

    internal ServicePartitionInformation Info { get; } = partition.Info;

    internal void Send(PendingCall call)
    {
        var route = Volatile.Read(ref _route);
        var result = route is null ? SendResult.Closed : TrySend(call, route);
        if (result != SendResult.Taken)
            SendSlowAsync(call, result).Forget();
    }

    /// <summary>Takes a call that was answered by a failure.</summary>
    /// <param name="call">Out of its connection's table.</param>
    /// <param name="remote">The failure.</param>
    /// <param name="kind">The kind of the frame: whether the service's method threw it, why it never began, or that its
    /// replica has left.</param>
    internal void OnFault(PendingCall call, Exception remote, byte kind)
    {
        var resolveAgain = kind is Frames.NotHere or Frames.Gone;
        call.IsAwaited = kind == Frames.Again;
        if (kind != Frames.Fault || RetryRules.ShouldRunAgain(remote, connector.SeeksPrimary, out resolveAgain))
            SendAgainAsync(call, remote, resolveAgain, isRetry: true).Forget();
        else
            call.Fail(new AggregateException(remote));
    }

    internal void OnConnectionLost(PendingCall call, ConnectionClosedException reason) =>
        SendAgainAsync(call, reason, resolveAgain: true, isRetry: true).Forget();

    // Once the connection has taken the call, the sender must not touch it any more.
    private static SendResult TrySend(PendingCall call, Route route)
    {
        call.Route = route;
        return route.Connection.Send(call, route.Number);
    }

    // A call that finds no connection, or a full one, has not been tried yet.
    private Task SendSlowAsync(PendingCall call, SendResult result) => SendAgainAsync(
        call, ClientConnection.NotSent(result), resolveAgain: result == SendResult.Closed,
        isRetry: result == SendResult.Full);

    // Owns the call until it is sent or ended; never throws.
    private async Task SendAgainAsync(PendingCall call, Exception cause, bool resolveAgain, bool isRetry)
    {
        while (true)
        {
            try
            {
                if (call.Token.IsCancellationRequested)
                {
                    call.EndCancelled();
                    return;
                }
                if (isRetry && IsOver(call, resolveAgain))
                {
                    if (resolveAgain)
                        Forget(call.Route);
                    call.Fail(new AggregateException(cause));
                    return;
                }
                if (isRetry && ++call.Retries > 1)
                {
                    var delay = RetryRules.Delay(call.Retries, resolveAgain, call.RetrySettings);
                    await Task.Delay(delay, time, call.Token).ConfigureAwait(false);
                }
                isRetry = true;
                var left = time.GetElapsedTime(time.GetTimestamp(), call.Deadline);
                var route = await RouteAsync(resolveAgain ? call.Route : null)
                    .WaitAsync(left > TimeSpan.Zero ? left : TimeSpan.Zero, time, call.Token).ConfigureAwait(false);
                var result = TrySend(call, route);
                if (result == SendResult.Taken)
                    return;
                (cause, resolveAgain) = (ClientConnection.NotSent(result), result == SendResult.Closed);
            }
            catch (OperationCanceledException) when (call.Token.IsCancellationRequested)
            {
                call.EndCancelled();
                return;
            }
            catch (TimeoutException e)
            {
                call.Fail(new TimeoutException("The partition was not found within the operation timeout.", e));
                return;
            }
            catch (Exception e)
            {
                if (!RetryRules.ShouldRetry(e, out resolveAgain))
                {
                    call.Fail(new AggregateException(e));
                    return;
                }
                cause = e;
            }
        }
    }

    private bool IsOver(PendingCall call, bool resolveAgain) =>
        time.GetTimestamp() >= call.Deadline || (!call.IsAwaited && call.Retries >= (resolveAgain
            ? call.RetrySettings.DefaultMaxRetryCountForNonTransientErrors
            : call.RetrySettings.DefaultMaxRetryCountForTransientErrors));

    // The next call resolves again. Without this, calls without retries would go to a replica that has moved for ever:
    // its host may serve other replicas, so the connection stays open.
    private void Forget(Route? failed)
    {
        lock (_gate)
        {
            if (failed is not null && ReferenceEquals(_route, failed))
                (_route, _failed) = (null, true);
        }
    }

    private Task<Route> RouteAsync(Route? failed)
    {
        lock (_gate)
        {
            var usable = _route is not null && !ReferenceEquals(_route, failed) && _route.Connection.IsOpen;
            if (usable)
                return Task.FromResult(_route!);
            return _connecting ??= ConnectAsync(_partition, resolveAgain: _failed || _route is not null);
        }
    }

    private async Task<Route> ConnectAsync(ResolvedServicePartition known, bool resolveAgain)
    {
        await Task.Yield(); // So that _connecting is set before it is cleared.
        Route? route = null;
        var race = new ConnectRace(connector, known, time);
        using var limit = new CancellationTokenSource(ConnectLimit, time);
        try
        {
            if (resolveAgain)
                await race.ResolveAgainAsync(limit.Token).ConfigureAwait(false);
            route = await race.RunAsync(limit.Token).ConfigureAwait(false);
            return route;
        }
        finally
        {
            lock (_gate)
            {
                (_partition, _failed, _connecting) = (race.Known, route is null, null);
                _route = route ?? _route;
            }
        }
    }
}
