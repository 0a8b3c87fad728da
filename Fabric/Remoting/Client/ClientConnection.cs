using System;
using System.Collections.Generic;
using System.Fabric;
using System.Net;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Remoting.Wire;
using SfPerf.Fabric.Transport;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>
/// Represents one connection to a service host, shared by all proxies to its replicas; many calls in flight.
/// </summary>
internal sealed class ClientConnection : IFrameHandler, IDisposable
{
    // The memory of a connection is bounded: further calls fail with an error that their callers retry.
    private const int CallsMax = 16 << 10;
    private static readonly TimeSpan SweepPeriod = TimeSpan.FromSeconds(1);
    private readonly TimeProvider _time;
    private readonly Lock _gate = new();
    private readonly Stack<int> _free = [];              // guarded by _gate
    private readonly Dictionary<string, ushort> _routes = []; // guarded by _gate
    private PendingCall?[] _pending = new PendingCall?[64];   // guarded by _gate
    private uint[] _generations = new uint[64];               // guarded by _gate
    private bool[] _sending = new bool[64];                   // guarded by _gate: its sender still reads the message
    private bool _closed;                                     // guarded by _gate
    private bool _retired;                                    // guarded by _gate: another is used for further routes
    private Connection _connection = null!;
    private ITimer? _sweep;

    private ClientConnection(TimeProvider time)
    {
        _time = time;
        for (var slot = _pending.Length - 1; slot >= 0; slot--)
            _free.Push(slot);
    }

    internal bool IsOpen => !Volatile.Read(ref _closed);

    /// <summary>Gets whether further routes may be named.</summary>
    internal bool TakesRoutes => IsOpen && !Volatile.Read(ref _retired);

    /// <summary>Gets a task that ends when the connection is closed. Never fails.</summary>
    internal Task Ended => _connection.Ended;

    internal static async Task<ClientConnection> ConnectAsync(
        IPEndPoint address, ConnectionOptions options, TimeProvider time, CancellationToken cancellationToken)
    {
        var client = new ClientConnection(time);
        client._connection =
            await Connection.ConnectAsync(address, options, client, cancellationToken).ConfigureAwait(false);
        client._sweep = time.CreateTimer(
            static c => ((ClientConnection)c!).EndOverdue(), client, SweepPeriod, SweepPeriod);
        // It may be closed already; the timer would hold it for ever.
        if (!client.IsOpen)
            await client._sweep.DisposeAsync().ConfigureAwait(false);
        return client;
    }

    /// <summary>Names a replica's path once; requests then carry a number.</summary>
    /// <exception cref="FabricTransientException">The queue is full, or every number is given: ask the pool again.
    /// </exception>
    /// <exception cref="FabricCannotConnectException">The connection is closed.</exception>
    internal ushort Route(string path)
    {
        lock (_gate)
        {
            if (_routes.TryGetValue(path, out var known))
                return known;
            if (_routes.Count == Frames.RoutesMax)
            {
                Volatile.Write(ref _retired, true);
                throw new FabricTransientException("The connection has no further numbers for replicas.");
            }
            var route = (ushort)_routes.Count;
            Span<byte> head = [Frames.Bind, (byte)route, (byte)(route >> 8)];
            // Under the lock, so that no request on this route can overtake its announcement.
            var result = _connection.TrySend(head, Encoding.UTF8.GetBytes(path));
            if (result != SendResult.Taken)
                throw NotSent(result);
            _routes.Add(path, route);
            return route;
        }
    }

    internal static FabricException NotSent(SendResult result) => result == SendResult.Full
        ? new FabricTransientException("The connection's queue is full.")
        : new FabricCannotConnectException("The connection is closed.");

    /// <summary>Sends a call. Afterwards it belongs to the connection, unless the answer is not Taken.</summary>
    internal SendResult Send(PendingCall call, ushort route)
    {
        var token = call.Token;
        ulong number;
        lock (_gate)
        {
            if (_closed)
                return SendResult.Closed;
            if (_free.Count == 0 && !Grow())
                return SendResult.Full;
            var slot = _free.Pop();
            number = ((ulong)++_generations[slot] << 32) | (uint)slot;
            (call.Connection, call.Number) = (this, number);
            var kind = call.HasHeaders ? Frames.RequestWithHeaders : Frames.Request;
            Frames.WriteRequestHeader(call.Message.Span, kind, number, route, call.Method);
            _pending[slot] = call;
            _sending[slot] = true;
        }
        var result = _connection.TrySend(call.Message.Span);
        lock (_gate)
        {
            // The reply may have come already, and the call serve another caller by now.
            if (!ReferenceEquals(Find(number), call))
                return SendResult.Taken;
            _sending[(uint)number] = false;
            if (result == SendResult.Taken && !_closed && !token.IsCancellationRequested)
                return SendResult.Taken;
            Remove(number);
        }
        if (!token.IsCancellationRequested)
            return result == SendResult.Taken ? SendResult.Closed : result;
        // The call was cancelled while its message was being sent, when no other thread may end it.
        SendCancel(number);
        call.EndCancelled();
        return SendResult.Taken;
    }

    /// <summary>Takes a call out of the table: the right, given once, to end it.</summary>
    internal bool TryTake(ulong number, PendingCall call)
    {
        lock (_gate)
            return ReferenceEquals(Find(number), call) && !_sending[(uint)number] && Remove(number) is not null;
    }

    internal void SendCancel(ulong number)
    {
        Span<byte> frame = stackalloc byte[Frames.ReplyHeaderBytes];
        Frames.WriteReplyHeader(frame, Frames.Cancel, number);
        _connection.TrySend(frame);
    }

    public void OnFrame(Connection connection, ReadOnlyMemory<byte> frame)
    {
        var kind = frame.Span[0];
        var reader = new MessageReader(frame.Span[1..]);
        if (kind == Frames.Event)
        {
            EventReceivers.Deliver(ref reader);
            return;
        }
        var number = reader.ReadUInt64();
        PendingCall? call;
        lock (_gate)
            call = Remove(number);
        if (call is null)
            return; // It timed out or was cancelled before its reply came.
        if (kind == Frames.Result)
            call.Succeed(ref reader);
        else
            call.Channel.OnFault(call, ReadFault(ref reader, call), kind);
    }

    public void OnFramesEnd(Connection connection)
    {
        // Each result was handed over as it was read: its caller has gone on here (OnReceiveThread.Continues), or is
        // queued to the thread pool.
    }

    public void OnClosed(Connection connection, ConnectionClosedException reason)
    {
        _sweep?.Dispose();
        List<PendingCall> lost = [];
        lock (_gate)
        {
            _closed = true;
            for (var slot = 0; slot < _pending.Length; slot++)
            {
                // A call that is being sent at this moment is sent again by its sender.
                if (_pending[slot] is not { } call || _sending[slot])
                    continue;
                lost.Add(call);
                _pending[slot] = null;
            }
        }
        foreach (var call in lost)
            call.Channel.OnConnectionLost(call, reason);
    }

    public void Dispose() => _connection.Dispose();

    private static Exception ReadFault(ref MessageReader reader, PendingCall call)
    {
        try
        {
            return RemoteException.Read(ref reader).ToException(call.Convertors);
        }
        catch (Exception e)
        {
            // The call is out of the table: whatever is wrong with its answer, it must end.
            return e;
        }
    }

    private PendingCall? Find(ulong number)
    {
        var slot = (uint)number;
        return slot < (uint)_pending.Length && _generations[slot] == (uint)(number >> 32) ? _pending[slot] : null;
    }

    private PendingCall? Remove(ulong number)
    {
        var call = Find(number);
        if (call is null)
            return null;
        _pending[(uint)number] = null;
        _sending[(uint)number] = false;
        _free.Push((int)(uint)number);
        return call;
    }

    private bool Grow()
    {
        var old = _pending.Length;
        if (old >= CallsMax)
            return false;
        Array.Resize(ref _pending, old * 2);
        Array.Resize(ref _generations, old * 2);
        Array.Resize(ref _sending, old * 2);
        for (var slot = _pending.Length - 1; slot >= old; slot--)
            _free.Push(slot);
        return true;
    }

    private void EndOverdue()
    {
        var now = _time.GetTimestamp();
        List<(ulong Number, PendingCall Call)>? overdue = null;
        var isOver = false;
        lock (_gate)
        {
            isOver = _retired && _free.Count == _pending.Length;
            foreach (var call in _pending)
            {
                if (call is not null && call.Deadline <= now)
                    (overdue ??= []).Add((call.Number, call));
            }
        }
        if (isOver)
            _connection.Close("a newer connection is used");
        foreach (var (number, call) in overdue ?? [])
        {
            if (!TryTake(number, call))
                continue;
            SendCancel(number);
            call.Fail(new TimeoutException("The service did not answer within the operation timeout."));
        }
    }
}
