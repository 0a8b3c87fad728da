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
    private readonly Lock _gate = new();
    private ResolvedServicePartition _partition = partition; // guarded by _gate
    private Task<Route>? _connecting;                        // guarded by _gate
    private bool _failed;                                    // guarded by _gate: the last connect did
    private Route? _route;

    internal ServicePartitionInformation Info { get; } = partition.Info;

    internal void Send(PendingCall call)
    {
        var route = Volatile.Read(ref _route);
        if (route is null || !TrySend(call, route))
            SendSlowAsync(call).Forget();
    }

    internal void OnFault(PendingCall call, Exception remote)
    {
        if (RetryRules.ShouldRetry(remote, out var resolveAgain))
            RetryAsync(call, remote, resolveAgain).Forget();
        else
            call.Fail(new AggregateException(remote));
    }

    internal void OnConnectionLost(PendingCall call, ConnectionClosedException reason) =>
        RetryAsync(call, reason, resolveAgain: true).Forget();

    private static bool TrySend(PendingCall call, Route route)
    {
        call.Route = route;
        return route.Connection.Send(call, route.Number) == SendResult.Taken;
    }

    private Task SendSlowAsync(PendingCall call) =>
        RetryAsync(call, new FabricCannotConnectException("The connection's queue is full or it is closed."),
            resolveAgain: true);

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
                if (call.Attempts++ > 0)
                {
                    var delay = RetryRules.Delay(call.Attempts, resolveAgain, settings);
                    await Task.Delay(delay, time).ConfigureAwait(false);
                }
                var route = await RouteAsync(resolveAgain ? call.Route : null).ConfigureAwait(false);
                if (TrySend(call, route))
                    return;
                (cause, resolveAgain) = (new FabricTransientException("The connection's queue is full."), false);
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
        try
        {
            if (resolveAgain)
                known = await connector.ResolveAgainAsync(known).ConfigureAwait(false);
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
