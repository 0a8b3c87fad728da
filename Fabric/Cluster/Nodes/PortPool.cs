using System;
using System.Collections.Generic;
using System.Net;
using System.Net.Sockets;

namespace SfPerf.Fabric.Cluster.Nodes;

/// <summary>Gives free ports out of a node's application range. Not thread safe.</summary>
/// <remarks>
/// A port is tried by binding it. Two clusters share the ranges, so each starts at a place of its own; what is taken by
/// somebody else between the trial and the use shows as a failed open, and the next activation gets other ports.
/// </remarks>
internal sealed class PortPool(int first, int last, Random random)
{
    private readonly HashSet<int> _given = [];
    private int _next = random.Next(first, last + 1);

    /// <exception cref="InvalidOperationException">The range is used up.</exception>
    internal int Take()
    {
        for (var tries = first; tries <= last; tries++)
        {
            var port = _next;
            _next = _next == last ? first : _next + 1;
            if (!_given.Contains(port) && IsFree(port))
            {
                _ = _given.Add(port);
                return port;
            }
        }
        throw new InvalidOperationException($"No port from {first} to {last} is free.");
    }

    internal void Return(int port) => _given.Remove(port);

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
