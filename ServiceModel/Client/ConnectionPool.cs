using System.Collections.Generic;
using System.Net.Sockets;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>The connections of one factory; after both End records one takes the next channel.</summary>
internal sealed class ConnectionPool(ConnectionPoolLimits limits, TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, Stack<PooledConnection>> _unused = [];
    private bool _closed;
    private int _made;

    /// <summary>Gets how many connections were opened so far.</summary>
    internal int Made => Volatile.Read(ref _made);

    /// <summary>Gets a connection on which the server has acknowledged the preamble.</summary>
    internal async Task<PooledConnection> TakeAsync(Uri via, WireSettings wire, Deadline deadline)
    {
        var key = via.GetLeftPart(UriPartial.Authority) + (via.Scheme == "net.pipe" ? via.AbsolutePath : "");
        while (TakeUnused(key) is { } unused)
        {
            try
            {
                await ShakeHandsAsync(unused, via, wire, deadline).ConfigureAwait(false);
                return unused;
            }
            catch (CommunicationException e) when (e.GetType() == typeof(CommunicationException))
            {
                // The server closed the connection while it lay unused; a fault would have another type.
                unused.Connection.Abort();
            }
        }

        var socket = await SocketConnector.ConnectAsync(via, deadline).ConfigureAwait(false);
        Interlocked.Increment(ref _made);
        var made = new PooledConnection(new(socket), key, time.GetTimestamp());
        try
        {
            await ShakeHandsAsync(made, via, wire, deadline).ConfigureAwait(false);
        }
        catch
        {
            made.Connection.Abort();
            throw;
        }

        return made;
    }

    internal void Return(PooledConnection connection)
    {
        connection.UnusedSince = time.GetTimestamp();
        lock (_gate)
        {
            if (!_closed && connection.Connection.Input.IsEmpty && !connection.Connection.IsAborted
                && time.GetElapsedTime(connection.OpenedAt) < limits.LeaseTimeout)
            {
                if (!_unused.TryGetValue(connection.Key, out var stack))
                    _unused.Add(connection.Key, stack = new());
                if (stack.Count < limits.ConnectionsMax)
                {
                    stack.Push(connection);
                    return;
                }
            }
        }

        connection.Connection.ReleaseInput();
        connection.Connection.Abort();
    }

    internal void Close()
    {
        lock (_gate)
        {
            _closed = true;
            foreach (var stack in _unused.Values)
            {
                foreach (var connection in stack)
                {
                    connection.Connection.ReleaseInput();
                    connection.Connection.Abort();
                }
            }

            _unused.Clear();
        }
    }

    private PooledConnection? TakeUnused(string key)
    {
        lock (_gate)
        {
            while (_unused.TryGetValue(key, out var stack) && stack.TryPop(out var connection))
            {
                if (IsFresh(connection))
                    return connection;
                connection.Connection.ReleaseInput();
                connection.Connection.Abort();
            }
        }

        return null;
    }

    // Readable while nothing is expected means that the server has closed it.
    private bool IsFresh(PooledConnection connection) =>
        time.GetElapsedTime(connection.UnusedSince) < limits.IdleTimeout
        && time.GetElapsedTime(connection.OpenedAt) < limits.LeaseTimeout
        && !connection.Connection.Socket.Poll(0, SelectMode.SelectRead);

    private static async Task ShakeHandsAsync(PooledConnection pooled, Uri via, WireSettings wire, Deadline deadline)
    {
        var connection = pooled.Connection;
        lock (connection.Gate)
            Preamble.Write(connection.Pending, via.OriginalString, wire);
        connection.Flush();
        await deadline.WaitAsync(ReadAnswerAsync(connection, via), $"Opening a channel to '{via}'",
            () => connection.Abort()).ConfigureAwait(false);
    }

    private static async Task ReadAnswerAsync(SocketConnection connection, Uri via)
    {
        while (true)
        {
            if (!connection.Input.IsEmpty)
            {
                if (connection.Input[0] == (byte)RecordKind.PreambleAck)
                {
                    connection.Consume(1);
                    return;
                }

                if (connection.Input[0] != (byte)RecordKind.Fault)
                    throw new ProtocolException($"The server of '{via}' answered the preamble with a wrong record.");
                if (FramingFaults.Read(connection.Input[1..], via.ToString()) is { } fault)
                    throw fault;
            }

            if (!await connection.FillAsync().ConfigureAwait(false))
                throw new CommunicationException($"The server of '{via}' closed the connection at the preamble.");
        }
    }
}

/// <summary>A connection with what the pool must know of it.</summary>
internal sealed class PooledConnection(SocketConnection connection, string key, long openedAt)
{
    internal SocketConnection Connection { get; } = connection;

    internal string Key { get; } = key;

    internal long OpenedAt { get; } = openedAt;

    internal long UnusedSince { get; set; }
}
