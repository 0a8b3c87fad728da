using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;
using SfPerf.Fabric.Remoting.Wire;
using SfPerf.Fabric.Transport;
using SfPerf.Platform;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>
/// Represents one client's connection: reads calls, begins them (on the thread pool unless the process says otherwise:
/// <see cref="OnReceiveThread"/>), writes their replies.
/// </summary>
internal sealed class ServerConnection(SharedListener listener, int callsMax, long messageBytesMax) : IFrameHandler
{
    private const int RoomCheckMilliseconds = 200;

    [ThreadStatic]
    private static MessageBuffer? _reply;

    private readonly Dictionary<ulong, CancellationTokenSource> _cancellable = []; // guarded by itself
    private readonly object _room = new();
    private readonly ExecutionContext _context = ExecutionContext.Capture()!; // the receive thread makes this object
    private readonly RunningCalls _calls = new();
    private readonly List<ServiceRoute?> _routes = [];  // the receive thread changes it; others lock it to read it
    private Connection _connection = null!;
    private int _running;

    public void OnFrame(Connection connection, ReadOnlyMemory<byte> frame)
    {
        _connection = connection;
        var reader = new MessageReader(frame.Span) { Arrays = Arrays };
        switch (reader.Take(1)[0])
        {
            case Frames.Bind:
                Bind(ref reader);
                break;
            case Frames.Request:
                Request(ref reader, hasHeaders: false);
                break;
            case Frames.RequestWithHeaders:
                Request(ref reader, hasHeaders: true);
                break;
            case Frames.Cancel:
                Cancel(reader.ReadUInt64());
                break;
            default:
                throw new InvalidDataException($"A frame of the unknown kind {frame.Span[0]}.");
        }
    }

    public void OnFramesEnd(Connection connection)
    {
        // Each call has begun, or was queued to the thread pool, when its frame was read.
    }

    public void OnClosed(Connection connection, ConnectionClosedException reason)
    {
        CancellationTokenSource[] left;
        lock (_cancellable)
            left = [.. _cancellable.Values];
        foreach (var source in left)
            QueueCancel(source);
        Unbind();
    }

    /// <summary>Answers the calls of a route that still run. What their methods return later comes to nobody.</summary>
    internal void EndCalls(int route)
    {
        foreach (var number in _calls.Of(route))
        {
            var reply = StartReply();
            RemoteException.Write(reply, new FabricTransientException(
                "The replica has left this process while the call ran. Whether the call did what it was asked is "
                + "unknown."));
            Frames.WriteReplyHeader(reply.Span, Frames.Gone, number);
            Transmit(reply);
            _calls.Remove(number);
            Cancel(number);
        }
    }

    internal void ReplyResult<T>(ulong number, T value)
    {
        var reply = StartReply();
        try
        {
            Codec<T>.Default.Write(reply, value);
        }
        catch (Exception e)
        {
            // A result that its serializer refuses is the call's failure, not the connection's.
            ReplyFault(number, e);
            return;
        }
        if (reply.Length > messageBytesMax)
            ReplyFault(number, TooLarge($"A result of {reply.Length} bytes"));
        else
            Send(reply, Frames.Result, number);
    }

    internal void ReplyFault(ulong number, Exception exception, byte kind = Frames.Fault,
        IReadOnlyList<IExceptionConvertor>? convertors = null)
    {
        var reply = StartReply();
        RemoteException.Write(reply, exception, convertors);
        if (reply.Length > messageBytesMax)
        {
            reply = StartReply();
            RemoteException.Write(reply, TooLarge($"The text of a {exception.GetType()}"));
        }
        Send(reply, kind, number);
    }

    /// <summary>Gets the arrays of arguments that are used again; null for none.</summary>
    internal ReusedArrays? Arrays => listener.Arrays;

    /// <summary>Gets whether the client is still there.</summary>
    internal bool IsOpen => _connection.CloseReason is null;

    /// <summary>Sends an event, which nobody answers.</summary>
    /// <returns>False when the client is gone, or does not read what it is sent.</returns>
    internal bool TrySendEvent(ReadOnlySpan<byte> frame) => _connection.TrySend(frame) == SendResult.Taken;

    /// <summary>Closes the connection when not even a failure could be sent; the client sees its end.</summary>
    internal void Break(Exception cause) => _connection.Close($"a reply could not be written: {cause.Message}", cause);

    private FabricMessageTooLargeException TooLarge(string what) =>
        new($"{what} is longer than the {messageBytesMax} bytes allowed (MaxMessageSize).");

    private static MessageBuffer StartReply()
    {
        var reply = _reply ??= new();
        reply.Reset(Frames.ReplyHeaderBytes);
        return reply;
    }

    private void Send(MessageBuffer reply, byte kind, ulong number)
    {
        End(number);
        Frames.WriteReplyHeader(reply.Span, kind, number);
        Transmit(reply);
    }

    private void Transmit(MessageBuffer reply)
    {
        if (_connection.TrySend(reply.Span) == SendResult.Full)
        {
            // The client does not read its replies: they wait here, bounded by the number of calls it may have running.
            var copy = reply.Memory.ToArray();
            SendLaterAsync(copy).Forget();
        }
    }

    private async Task SendLaterAsync(byte[] reply)
    {
        try
        {
            await _connection.SendAsync(reply, default, CancellationToken.None).ConfigureAwait(false);
        }
        catch (ConnectionClosedException)
        {
            // The client is gone, and with it everyone who waited for this reply.
        }
    }

    private void Bind(ref MessageReader reader)
    {
        var number = reader.ReadUInt16();
        if (number != _routes.Count || number >= Frames.RoutesMax)
            throw new InvalidDataException($"Route {number} was announced where {_routes.Count} is next.");
        var route = listener.Find(Encoding.UTF8.GetString(reader.Take(reader.Left)));
        lock (_routes)
            _routes.Add(route);
        route?.Bind(this, number);
        // A listener that stops closes the connection at any time.
        if (!IsOpen)
            Unbind();
    }

    private void Unbind()
    {
        lock (_routes)
        {
            foreach (var route in _routes)
                route?.Unbind(this);
        }
    }

    private void Request(ref MessageReader reader, bool hasHeaders)
    {
        var number = reader.ReadUInt64();
        var route = reader.ReadUInt16();
        var id = reader.ReadInt32();
        Begin();
        if (route >= _routes.Count || _routes[route] is not { IsClosed: false } target)
        {
            ReplyFault(
                number, new FabricEndpointNotFoundException("The replica is not, or no longer, here."), Frames.NotHere);
            return;
        }
        if (target.Find(id) is not { } method)
        {
            ReplyFault(number, new MissingMethodException($"The service has no remote method with the id {id:x8}."));
            return;
        }
        var isShort = reader.Left <= OnReceiveThread.CallBytesMax;
        ServerCall call;
        try
        {
            var token = method.TakesToken ? MakeCancellable(number) : CancellationToken.None;
            call = hasHeaders ? method.ReadWithHeaders(ref reader, token) : method.Read(ref reader, token);
        }
        catch (Exception e)
        {
            // Whatever an argument's type throws while it is read fails this call, and no other of the connection.
            ReplyFault(number, e);
            return;
        }
        (call.Connection, call.Number, call.Route) = (this, number, target);
        _calls.Add(number, route);
        if (!isShort || !listener.BeginsOnReceiveThread)
        {
            if (call.Arrive())
                ThreadPool.UnsafeQueueUserWorkItem(call, preferLocal: false);
            return;
        }
        call.Execute();
        // What the method left in its execution context must not reach the next call.
        ExecutionContext.Restore(_context);
    }

    // Above the limit the receive thread waits, which stops reading: back-pressure up to the callers.
    private void Begin()
    {
        if (Interlocked.Increment(ref _running) <= callsMax)
            return;
        _connection.Flush();
        lock (_room)
        {
            while (Volatile.Read(ref _running) > callsMax)
            {
                // A listener that stops closes the connection, and must not wait for calls that wait themselves.
                if (_connection.CloseReason is { } reason)
                    throw new ConnectionClosedException(reason.Message, reason);
                Monitor.Wait(_room, RoomCheckMilliseconds);
            }
        }
    }

    private void End(ulong number)
    {
        _calls.Remove(number);
        if (Interlocked.Decrement(ref _running) == callsMax)
        {
            lock (_room)
                Monitor.PulseAll(_room);
        }
        if (_cancellable.Count == 0)
            return;
        // The source is not disposed: another thread may be cancelling it, and it holds nothing but memory.
        lock (_cancellable)
            _cancellable.Remove(number);
    }

    private CancellationToken MakeCancellable(ulong number)
    {
        var source = new CancellationTokenSource();
        lock (_cancellable)
            _cancellable[number] = source;
        return source.Token;
    }

    private void Cancel(ulong number)
    {
        CancellationTokenSource? source;
        lock (_cancellable)
            _cancellable.TryGetValue(number, out source);
        if (source is not null)
            QueueCancel(source);
    }

    // Its callbacks are the service's code: not on the receive thread.
    private static void QueueCancel(CancellationTokenSource source) =>
        ThreadPool.UnsafeQueueUserWorkItem(static s => CancelQuietly(s), source, preferLocal: false);

    private static void CancelQuietly(CancellationTokenSource source)
    {
        try
        {
            source.Cancel();
        }
        catch (AggregateException)
        {
            // Callbacks that the service's code registered have thrown. Nobody waits for them here, and they must not
            // end the process: the call itself tells its caller how it ended.
        }
    }
}
