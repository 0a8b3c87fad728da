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

/// <summary>A listening socket. All endpoints of the process at one port share it; paths tell them apart.</summary>
internal sealed class SocketListener : IDisposable
{
    private const int DefaultBacklog = 512;
    private const int DefaultPort = 808;

    private static readonly Dictionary<string, SocketListener> ByKey = [];
    private static readonly Lock RegistryGate = new();

    private readonly string _key;
    private readonly Lock _gate = new();
    private readonly List<Socket> _sockets = [];
    private readonly Dictionary<string, EndpointListener> _endpoints = [];
    private readonly HashSet<ServerConnection> _connections = [];
    private readonly SemaphoreSlim _pending;
    private readonly CancellationTokenSource _stop = new();
    private readonly string? _pipe;
    private readonly TimeSpan _sweepPeriod;
    private ITimer? _sweeper;
    private bool _started;

    private SocketListener(string key, Uri uri, WireSettings settings)
    {
        _key = key;
        _pending = new(settings.Connected.MaxPendingConnections);
        PreambleMax = settings.Connected.ChannelInitializationTimeout;
        var shortest = Math.Min(
            PreambleMax.TotalMilliseconds, settings.ReceiveTimeout.TotalMilliseconds);
        _sweepPeriod = TimeSpan.FromMilliseconds(Math.Clamp(shortest / 8, 10, 1000));
        var backlog = settings.Connected.Backlog > 0 ? settings.Connected.Backlog : DefaultBacklog;
        if (uri.Scheme == "net.pipe")
        {
            _pipe = PipeName.Of(uri);
            ListenPipe(uri, backlog);
            return;
        }

        var port = uri.Port < 0 ? DefaultPort : uri.Port;
        foreach (var address in AddressesOf(uri))
        {
            ListenTcp(uri, new(address, Port ?? port), backlog, isOptional: _sockets.Count > 0);
            Port ??= ((IPEndPoint)_sockets[0].LocalEndPoint!).Port;
        }
    }

    /// <summary>Gets the TCP port; null for a pipe.</summary>
    internal int? Port { get; private set; }

    internal TimeSpan PreambleMax { get; }

    /// <summary>Finds or makes the listener of an address.</summary>
    internal static SocketListener Take(Uri uri, WireSettings settings)
    {
        lock (RegistryGate)
        {
            var key = uri.Scheme == "net.pipe" ? PipeName.Of(uri) : $"tcp:{uri.Port}";
            if (uri.Scheme != "net.pipe" && uri.Port == 0)
            {
                var unique = new SocketListener("", uri, settings);
                return ByKey[unique.Key] = unique;
            }

            if (!ByKey.TryGetValue(key, out var listener))
                ByKey.Add(key, listener = new(key, uri, settings));
            return listener;
        }
    }

    private string Key => _key.Length > 0 ? _key : $"tcp:{Port}";

    internal void Add(EndpointListener endpoint)
    {
        lock (_gate)
        {
            if (!_endpoints.TryAdd(endpoint.Path, endpoint))
                throw new AddressAlreadyInUseException($"The process already listens at '{endpoint.Uri}'.");
        }
    }

    internal void Start()
    {
        lock (_gate)
        {
            if (_started)
                return;
            _started = true;
            _sweeper = TimeProvider.System.CreateTimer(_ => Sweep(), null, _sweepPeriod, _sweepPeriod);
        }

        foreach (var socket in _sockets)
            _ = AcceptAsync(socket);
    }

    internal EndpointListener? Find(Uri via)
    {
        var path = EndpointListener.PathOf(via);
        lock (_gate)
            return _endpoints.GetValueOrDefault(path) is { Engine: not null } endpoint ? endpoint : null;
    }

    internal async Task RemoveAsync(EndpointListener endpoint, CancellationToken limit)
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

    internal void Abort(EndpointListener endpoint)
    {
        foreach (var connection in Take(endpoint))
            connection.Abort();
    }

    /// <summary>Tells that a connection has finished its preamble, or will not.</summary>
    internal void PreambleEnded() => _pending.Release();

    internal void Remove(ServerConnection connection)
    {
        lock (_gate)
            _connections.Remove(connection);
    }

    public void Dispose() => StopListening();

    private static IEnumerable<IPAddress> AddressesOf(Uri uri)
    {
        if (IPAddress.TryParse(uri.DnsSafeHost, out var address))
            return [address];
        // "localhost" means both loopbacks to clients; any other name stands for all of the machine's addresses.
        return uri.IsLoopback ? [IPAddress.Loopback, IPAddress.IPv6Loopback] : [IPAddress.IPv6Any, IPAddress.Any];
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
            throw e.SocketErrorCode switch
            {
                SocketError.AddressAlreadyInUse =>
                    new AddressAlreadyInUseException($"Somebody else listens at '{uri}'.", e),
                SocketError.AccessDenied =>
                    new AddressAccessDeniedException($"This process may not listen at '{uri}'.", e),
                _ => new CommunicationException($"Cannot listen at '{uri}': {e.Message}", e),
            };
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
        socket.Bind(endpoint);
        socket.Listen(backlog);
        _sockets.Add(socket);
    }

    private async Task AcceptAsync(Socket socket)
    {
        try
        {
            while (true)
            {
                await _pending.WaitAsync(_stop.Token).ConfigureAwait(false);
                var accepted = await socket.AcceptAsync(_stop.Token).ConfigureAwait(false);
                if (_pipe is null)
                    accepted.NoDelay = true;
                var connection = new ServerConnection(this, accepted, TimeProvider.System);
                lock (_gate)
                    _connections.Add(connection);
                connection.Start();
            }
        }
        catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException)
        {
            // The listener was closed.
        }
    }

    private ServerConnection[] Take(EndpointListener endpoint)
    {
        bool isLast;
        ServerConnection[] connections;
        lock (_gate)
        {
            if (!_endpoints.Remove(endpoint.Path))
                return [];
            isLast = _endpoints.Count == 0;
            connections = [.. _connections.Where(c => c.Endpoint == endpoint)];
        }

        if (isLast)
            StopListening();
        return connections;
    }

    private void StopListening()
    {
        lock (RegistryGate)
            ByKey.Remove(Key);
        _stop.Cancel();
        foreach (var socket in _sockets)
            socket.Dispose();
        if (_pipe is not null)
            File.Delete(_pipe);
        ServerConnection[] between;
        lock (_gate)
            between = [.. _connections.Where(c => c.Endpoint is null)];
        foreach (var connection in between)
            connection.Abort();
    }

    private void Sweep()
    {
        ServerConnection[] connections;
        lock (_gate)
        {
            connections = [.. _connections];
            if (_endpoints.Count == 0 && connections.Length == 0)
                _sweeper?.Dispose();
        }

        foreach (var connection in connections)
            connection.AbortIfOverdue();
    }
}
