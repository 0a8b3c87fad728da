using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>Listening sockets: TCP ones, or a Unix domain socket.</summary>
internal sealed class SocketListener : TransportListener, IDisposable
{
    private const int DefaultBacklog = 512;
    private const int DefaultPort = 808;
    private const int PendingMax = 4096;

    private static readonly TimeSpan DescriptorPause = TimeSpan.FromMilliseconds(20);

    private readonly List<Socket> _sockets = [];
    private readonly HashSet<ServerConnection> _connections = [];
    private readonly SemaphoreSlim _pending;
    private readonly CancellationTokenSource _stop = new();
    private readonly string? _pipe;
    private readonly TimeSpan _sweepPeriod;
    private readonly int? _port;
    private ITimer? _sweeper;
    private bool _started;

    internal SocketListener(Uri uri, WireSettings settings)
    {
        _pending = new(Math.Min(settings.Connected.MaxPendingConnections, PendingMax));
        PreambleMax = settings.Connected.ChannelInitializationTimeout;
        var shortest = Math.Min(PreambleMax.TotalMilliseconds, settings.ReceiveTimeout.TotalMilliseconds);
        _sweepPeriod = TimeSpan.FromMilliseconds(Math.Clamp(shortest / 8, 10, 1000));
        var backlog = settings.Connected.Backlog > 0 ? settings.Connected.Backlog : DefaultBacklog;
        if (uri.Scheme == "net.pipe")
        {
            _pipe = PipeName.Of(uri);
            ListenPipe(uri, backlog);
            return;
        }

        var port = uri.Port < 0 ? DefaultPort : uri.Port;
        foreach (var address in LocalAddresses.Of(uri))
        {
            ListenTcp(uri, new(address, _port ?? port), backlog, isOptional: _sockets.Count > 0);
            _port ??= ((IPEndPoint)_sockets[0].LocalEndPoint!).Port;
        }
    }

    internal override int? Port => _port;

    internal TimeSpan PreambleMax { get; }

    public void Dispose() => StopListening();

    internal override void Start()
    {
        lock (Gate)
        {
            if (_started)
                return;
            _started = true;
            _sweeper = TimeProvider.System.CreateTimer(_ => Sweep(), null, _sweepPeriod, _sweepPeriod);
        }

        foreach (var socket in _sockets)
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

    internal void Remove(ServerConnection connection)
    {
        lock (Gate)
            _connections.Remove(connection);
    }

    private void ListenTcp(Uri uri, IPEndPoint endpoint, int backlog, bool isOptional)
    {
        var socket = new Socket(endpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(endpoint);
            socket.Listen(backlog);
            _sockets.Add(socket);
        }
        catch (SocketException e)
        {
            socket.Dispose();
            if (isOptional)
                return;
            throw LocalAddresses.ToException(e, uri);
        }
    }

    // A file left behind by a dead process is taken over; one behind which somebody listens is not.
    private void ListenPipe(Uri uri, int backlog)
    {
        var endpoint = new UnixDomainSocketEndPoint(_pipe!);
        if (File.Exists(_pipe))
        {
            using var probe = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
            try
            {
                probe.Connect(endpoint);
                throw new AddressAlreadyInUseException($"Somebody else listens at '{uri}'.");
            }
            catch (SocketException)
            {
                File.Delete(_pipe);
            }
        }

        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Bind(endpoint);
            socket.Listen(backlog);
            _sockets.Add(socket);
        }
        catch (SocketException e)
        {
            socket.Dispose();
            throw LocalAddresses.ToException(e, uri);
        }
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
                if (_pipe is null)
                    accepted.NoDelay = true;
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
        foreach (var socket in _sockets)
            socket.Dispose();
        if (_pipe is not null)
            File.Delete(_pipe);
        ServerConnection[] between;
        lock (Gate)
        {
            between = [.. _connections.Where(c => c.Endpoint is null)];
            _endpointsGone = true;
        }

        foreach (var connection in between)
            connection.Abort();
    }

    private bool _endpointsGone;

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
