using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Client;
using SfPerf.Fabric.Transport;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>
/// The calls of this process to one partition. Usual path: one lock and one copy into the connection's send buffer.
/// When the connection, the replica or its role is gone, resolves again and sends again, within the call's deadline.
/// </summary>
internal sealed class PartitionChannel(
    ReplicaConnector connector, ResolvedServicePartition partition, OperationRetrySettings settings, TimeProvider time)
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

    internal void OnFault(PendingCall call, Exception remote)
    {
        if (RetryRules.ShouldRetry(remote, out var resolveAgain))
            RetryOnceSentAsync(call, remote, resolveAgain).Forget();
        else
            call.Fail(new AggregateException(remote));
    }

    internal void OnConnectionLost(PendingCall call, ConnectionClosedException reason) =>
        RetryOnceSentAsync(call, reason, resolveAgain: true).Forget();

    // Once taken, the call is no longer the sender's to touch.
    private static SendResult TrySend(PendingCall call, Route route)
    {
        call.Route = route;
        return route.Connection.Send(call, route.Number);
    }

    private static FabricException NotSent(SendResult result) => result == SendResult.Full
        ? new FabricTransientException("The connection's queue is full.")
        : new FabricCannotConnectException("The connection is closed.");

    private Task SendSlowAsync(PendingCall call, SendResult result) =>
        RetryAsync(call, NotSent(result), resolveAgain: result == SendResult.Closed);

    private Task RetryOnceSentAsync(PendingCall call, Exception cause, bool resolveAgain)
    {
        // The usual path does not count its one attempt; without it, a call that may not be retried was sent twice.
        call.Attempts = Math.Max(call.Attempts, 1);
        return RetryAsync(call, cause, resolveAgain);
    }

    // Owns the call until it is sent or ended; never throws.
    private async Task RetryAsync(PendingCall call, Exception cause, bool resolveAgain)
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
                if (IsOver(call, resolveAgain))
                {
                    call.Fail(new AggregateException(cause));
                    return;
                }
                // The first retry comes at once: the cluster has usually found the new primary already.
                if (call.Attempts++ > 1)
                {
                    var delay = RetryRules.Delay(call.Attempts - 1, resolveAgain, settings);
                    await Task.Delay(delay, time, call.Token).ConfigureAwait(false);
                }
                var left = time.GetElapsedTime(time.GetTimestamp(), call.Deadline);
                var route = await RouteAsync(resolveAgain ? call.Route : null)
                    .WaitAsync(left > TimeSpan.Zero ? left : TimeSpan.Zero, time, call.Token).ConfigureAwait(false);
                var result = TrySend(call, route);
                if (result == SendResult.Taken)
                    return;
                (cause, resolveAgain) = (NotSent(result), result == SendResult.Closed);
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
        time.GetTimestamp() >= call.Deadline || call.Attempts > (resolveAgain
            ? settings.DefaultMaxRetryCountForNonTransientErrors
            : settings.DefaultMaxRetryCountForTransientErrors);

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
        using var limit = new CancellationTokenSource(ConnectLimit, time);
        try
        {
            if (resolveAgain)
                known = await connector.ResolveAgainAsync(known, limit.Token).ConfigureAwait(false);
            route = await connector.ConnectAsync(known).ConfigureAwait(false);
            return route;
        }
        finally
        {
            lock (_gate)
            {
                (_partition, _failed, _connecting) = (known, route is null, null);
                _route = route ?? _route;
            }
        }
    }
}
