using System;
using System.Collections.Generic;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;
using SfPerf.Platform.Admission;

namespace SfPerf.Fabric.Transport;

/// <summary>
/// Accepts connections of one protocol. Strangers are refused, each on a thread of its own, within the deadline.
/// </summary>
public sealed class Listener : IAsyncDisposable
{
    private const int AcceptRetryMilliseconds = 10;
    private const int ProvingMax = 32;
    private readonly Socket _socket;
    private readonly ConnectionOptions _options;
    private readonly Func<Connection, IFrameHandler> _accept;
    private readonly Thread _thread;
    private readonly Lock _gate = new();
    private readonly HashSet<Connection> _connections = []; // guarded by _gate
    private readonly ManualResetEvent _stopped = new(initialState: false);
    private int _proving;                                   // guarded by _gate: peers that owe a token
    private bool _closed;                                   // guarded by _gate

    /// <summary>Binds and starts to accept.</summary>
    /// <param name="address">Port 0 takes a free one; see <see cref="LocalEndPoint"/>.</param>
    /// <param name="options">Protocol and limits.</param>
    /// <param name="accept">Gives each new connection its handler, after the handshake, on its receive thread.</param>
    /// <exception cref="SocketException">The address is taken or not ours.</exception>
    public Listener(IPEndPoint address, ConnectionOptions options, Func<Connection, IFrameHandler> accept)
    {
        ArgumentNullException.ThrowIfNull(address);
        (_options, _accept) = (options, accept);
        _socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            _socket.Bind(address);
            _socket.Listen(512);
            LocalEndPoint = (IPEndPoint)_socket.LocalEndPoint!;
        }
        catch
        {
            _socket.Dispose();
            throw;
        }
        _thread = new Thread(AcceptAll, 256 << 10) { IsBackground = true, Name = $"accept {LocalEndPoint}" };
        _thread.UnsafeStart();
    }

    /// <summary>Gets the address that it listens on.</summary>
    public IPEndPoint LocalEndPoint { get; }

    /// <summary>Stops listening and closes every connection; ends when each handler had its last call.</summary>
    public async ValueTask DisposeAsync()
    {
        Connection[] open;
        lock (_gate)
        {
            _closed = true;
            open = [.. _connections];
        }
        _stopped.Set();
        _socket.Dispose();
        foreach (var connection in open)
            connection.Close("the listener stopped");
        foreach (var connection in open)
            await connection.Ended.ConfigureAwait(false);
    }

    private void AcceptAll()
    {
        while (true)
        {
            try
            {
                Take(_socket.Accept());
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException or OutOfMemoryException)
            {
                lock (_gate)
                {
                    if (_closed)
                        return;
                }
                // Out of descriptors or of threads, or the peer is gone already: the next try may succeed, but not at
                // once.
                _stopped.WaitOne(AcceptRetryMilliseconds);
            }
        }
    }

    private void Take(Socket socket)
    {
        lock (_gate)
        {
            if (_closed || _connections.Count >= _options.ConnectionsMax)
            {
                socket.Dispose();
                return;
            }
        }
        var verdict = _options.Admission.Judge(socket);
        if (verdict == Verdict.Refused || (verdict == Verdict.NeedsToken && !TryBeginProof()))
        {
            Refuse(socket);
            return;
        }
        var owesToken = verdict == Verdict.NeedsToken;
        Connection connection;
        try
        {
            connection = Connection.Accept(
                socket, _options, _accept, $"at {LocalEndPoint}", owesToken ? EndProof : null);
        }
        catch
        {
            if (owesToken)
                EndProof(proved: false);
            socket.Dispose();
            throw;
        }
        lock (_gate)
        {
            _connections.Add(connection);
            if (_closed)
                connection.Close("the listener stopped");
        }
        connection.Ended.ContinueWith(
            (_, c) => Remove((Connection)c!), connection, CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default).Forget();
    }

    private void Refuse(Socket socket)
    {
        Refusals.OfProcess.Note($"{LocalEndPoint}");
        Handshake.Refuse(socket, _options, ConnectionOptions.NotAdmitted);
        socket.Dispose();
    }

    // Strangers that are slow to send their token must not use up the connections of the others.
    private bool TryBeginProof()
    {
        lock (_gate)
            return _proving < ProvingMax && ++_proving > 0;
    }

    private void EndProof(bool proved)
    {
        lock (_gate)
            _proving--;
        if (!proved)
            Refusals.OfProcess.Note($"{LocalEndPoint}");
    }

    private void Remove(Connection connection)
    {
        lock (_gate)
            _connections.Remove(connection);
    }
}
