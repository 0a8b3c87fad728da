using System.Collections.Generic;
using System.Linq;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>Takes the connections of one TCP port, or one pipe, and ends those that are overdue.</summary>
internal sealed class SocketListener : TransportListener, IDisposable
{
    private const int DefaultBacklog = 512;
    private const int PendingMax = 4096;

    private static readonly TimeSpan DescriptorPause = TimeSpan.FromMilliseconds(20);

    private readonly Uri _uri;
    private readonly int _backlog;
    private readonly HashSet<ServerConnection> _connections = [];
    private readonly SemaphoreSlim _pending;
    private readonly CancellationTokenSource _stop = new();
    private readonly TimeSpan _sweepPeriod;
    private readonly int _unusedMax;
    private ListeningSockets? _sockets;
    private int _unused;
    private ITimer? _sweeper;
    private bool _started;
    private bool _endpointsGone;

    internal SocketListener(Uri uri, WireSettings settings)
    {
        _pending = new(Math.Min(settings.Connected.MaxPendingConnections, PendingMax));
        PreambleMax = settings.Connected.ChannelInitializationTimeout;
        UnusedMax = settings.Connected.Pool.IdleTimeout;
        _unusedMax = settings.Connected.Pool.ConnectionsMax;
        var shortest = new[] { PreambleMax, UnusedMax, settings.ReceiveTimeout }.Min();
        _sweepPeriod = TimeSpan.FromMilliseconds(Math.Clamp(shortest.TotalMilliseconds / 8, 10, 1000));
        _uri = uri;
        _backlog = settings.Connected.Backlog > 0 ? settings.Connected.Backlog : DefaultBacklog;
    }

    internal override int? Port => _sockets?.Port;

    /// <summary>Gets how long a connection may take over its preamble.</summary>
    internal TimeSpan PreambleMax { get; }

    /// <summary>Gets how long a connection may wait for its next preamble.</summary>
    internal TimeSpan UnusedMax { get; }

    public void Dispose() => StopListening();

    internal override Task ListenAsync()
    {
        _sockets = new(_uri, _backlog);
        return Task.CompletedTask;
    }

    internal override void Start()
    {
        lock (Gate)
        {
            if (_started)
                return;
            _started = true;
            _sweeper = TimeProvider.System.CreateTimer(_ => Sweep(), null, _sweepPeriod, _sweepPeriod);
        }

        foreach (var socket in _sockets!.All)
            _ = AcceptAsync(socket);
    }

    internal override async Task RemoveAsync(EndpointListener endpoint, CancellationToken limit)
    {
        var connections = Take(endpoint);
        foreach (var connection in connections)
            connection.BeginClose();
        try
        {
            await Task.WhenAll(connections.Select(c => c.Ended)).WaitAsync(limit).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            foreach (var connection in connections)
                connection.Abort();
        }
    }

    internal override void Abort(EndpointListener endpoint)
    {
        foreach (var connection in Take(endpoint))
            connection.Abort();
    }

    /// <summary>Tells that a connection has finished its preamble, or will not.</summary>
    internal void PreambleEnded() => _pending.Release();

    /// <summary>Lets a connection wait for its next preamble, unless as many do as are kept.</summary>
    internal bool TryKeepUnused()
    {
        if (Interlocked.Increment(ref _unused) <= _unusedMax)
            return true;
        Interlocked.Decrement(ref _unused);
        return false;
    }

    /// <summary>Tells that a connection no longer waits for its next preamble.</summary>
    internal void UnusedEnded() => Interlocked.Decrement(ref _unused);

    internal void Remove(ServerConnection connection)
    {
        lock (Gate)
            _connections.Remove(connection);
    }

    private async Task AcceptAsync(Socket socket)
    {
        var stop = _stop.Token;
        while (!stop.IsCancellationRequested)
        {
            try
            {
                await _pending.WaitAsync(stop).ConfigureAwait(false);
                var accepted = await socket.AcceptAsync(stop).ConfigureAwait(false);
                if (ConnectionAdmission.Admits is { } admits && !admits(accepted))
                {
                    _pending.Release();
                    ConnectionAdmission.Refuse(accepted);
                    continue;
                }

                if (!_sockets!.IsPipe)
                    accepted.NoDelay = true;
                ListenerMeter.Accepted(Key);
                var connection = new ServerConnection(this, accepted, TimeProvider.System);
                lock (Gate)
                    _connections.Add(connection);
                connection.Start();
            }
            catch (SocketException e)
            {
                // This connection was gone, or the process is out of descriptors, before it was ours: try the next.
                _pending.Release();
                await Task.Yield();
                if (e.SocketErrorCode == SocketError.TooManyOpenSockets)
                    await Task.Delay(DescriptorPause, TimeProvider.System).ConfigureAwait(false);
            }
            catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException)
            {
                return;
            }
        }
    }

    private ServerConnection[] Take(EndpointListener endpoint)
    {
        if (!TryRemove(endpoint, out var isLast))
            return [];
        ServerConnection[] connections;
        lock (Gate)
            connections = [.. _connections.Where(c => c.Endpoint == endpoint)];
        if (isLast)
            StopListening();
        return connections;
    }

    private void StopListening()
    {
        _stop.Cancel();
        _sockets?.Dispose();
        ServerConnection[] between;
        lock (Gate)
        {
            between = [.. _connections.Where(c => c.Endpoint is null)];
            _endpointsGone = true;
        }

        foreach (var connection in between)
            connection.Abort();
    }

    private void Sweep()
    {
        ServerConnection[] connections;
        lock (Gate)
        {
            connections = [.. _connections];
            if (_endpointsGone && connections.Length == 0)
                _sweeper?.Dispose();
        }

        foreach (var connection in connections)
            connection.AbortIfOverdue();
    }
}
