using System;
using System.Collections.Generic;
using System.Net;
using System.Net.Sockets;

namespace SfPerf.Fabric.Cluster.Nodes;

/// <summary>Gives free ports out of a node's application range. Not thread safe.</summary>
/// <remarks>
/// A port is tried by binding it. Clusters of one machine share the ranges, and a service binds its port only a while
/// after the trial: until the port is returned its pool holds a socket without a network, by the port's name, which no
/// other pool can have. So only a stranger can take a port between the trial and the use; that shows as a failed open,
/// and the next activation gets other ports.
/// </remarks>
internal sealed class PortPool(int first, int last, Random random) : IDisposable
{
    private readonly Dictionary<int, Socket?> _given = [];
    private int _next = random.Next(first, last + 1);

    /// <exception cref="InvalidOperationException">The range is used up.</exception>
    internal int Take()
    {
        for (var tries = first; tries <= last; tries++)
        {
            var port = _next;
            _next = _next == last ? first : _next + 1;
            if (!_given.ContainsKey(port) && TryReserve(port, out var reservation))
            {
                _given.Add(port, reservation);
                return port;
            }
        }
        throw new InvalidOperationException($"No port from {first} to {last} is free.");
    }

    internal void Return(int port)
    {
        if (_given.Remove(port, out var reservation))
            reservation?.Dispose();
    }

    public void Dispose()
    {
        foreach (var reservation in _given.Values)
            reservation?.Dispose();
        _given.Clear();
    }

    private static bool TryReserve(int port, out Socket? reservation)
    {
        reservation = null;
        // Names without a file are Linux's.
        if (!OperatingSystem.IsLinux())
            return IsFree(port);
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Bind(new UnixDomainSocketEndPoint($"\0sfperf-port-{port}"));
        }
        catch (SocketException e)
        {
            socket.Dispose();
            return e.SocketErrorCode != SocketError.AddressAlreadyInUse && IsFree(port);
        }
        if (IsFree(port))
        {
            reservation = socket;
            return true;
        }
        socket.Dispose();
        return false;
    }

    private static bool IsFree(int port)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
            socket.Listen(1);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
