using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using System.Xml;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Threading;

namespace SfPerf.ServiceModel.Wire;

/// <summary>One duplex session over one connection: from the end of the preamble to both End records.</summary>
internal sealed class DuplexSession
{
    private const int DrainBytesMax = 64 * 1024;

    private readonly SocketConnection _connection;
    private readonly WireSettings _settings;
    private readonly SessionEncoder _encoder;
    private readonly SessionDecoder _decoder;
    private readonly ISessionHandler? _handler;
    private readonly TimeProvider _time;
    private long _lastMessage;
    private long _partialSince;
    private int _flushQueued;
    private bool _endSent;
    private long _endSentAt;

    internal DuplexSession(
        SocketConnection connection, WireSettings settings, ISessionHandler? handler, TimeProvider time)
    {
        _connection = connection;
        _settings = settings;
        _handler = handler;
        _time = time;
        _encoder = new(settings);
        _decoder = new(settings);
        _lastMessage = time.GetTimestamp();
    }

    internal PendingCalls Calls { get; } = new();

    internal SocketConnection Connection => _connection;

    /// <summary>Gets whether nothing more is read while the other side leaves many replies unread. Of two sides only
    /// one may do so.</summary>
    internal bool WaitsForRoom { get; init; }

    /// <summary>Gets the number of requests being answered: an idle limit does not run meanwhile.</summary>
    internal int Working => Volatile.Read(ref _working);

    private int _working;

    internal void BeginWork() => Interlocked.Increment(ref _working);

    /// <returns>Whether no request is being answered any more.</returns>
    internal bool EndWork()
    {
        Volatile.Write(ref _lastMessage, _time.GetTimestamp());
        return Interlocked.Decrement(ref _working) == 0;
    }

    /// <summary>Encodes and sends. What others encode while a send is under way goes out with the next one.</summary>
    /// <param name="message">Encoded before this returns.</param>
    /// <param name="mayWait">Whether sending may be put off for a moment to gather more.</param>
    internal void Send(in OutgoingMessage message, bool mayWait)
    {
        Append(message);
        if (!mayWait)
            _connection.Flush();
        else if (Interlocked.Exchange(ref _flushQueued, 1) == 0)
            ThreadPool.UnsafeQueueUserWorkItem(static session => session.FlushQueued(), this, preferLocal: false);
    }

    /// <summary>Encodes; the caller sees to it that <see cref="Flush"/> is called soon.</summary>
    internal void Append(in OutgoingMessage message)
    {
        lock (_connection.Gate)
        {
            if (_connection.Error is { } error)
                throw SocketConnection.Broken(error);
            if (_endSent)
                throw new CommunicationException("The session was closed.");
            _encoder.Append(_connection.Pending, message);
        }
    }

    internal void Flush() => _connection.Flush();

    internal ValueTask WaitForRoomAsync() => _connection.WaitForRoomAsync();

    /// <summary>Sends our End record and waits till the kernel has it.</summary>
    internal Task SendEndAsync() => FinishAsync(withRecord: true);

    /// <summary>Ends our half of the connection without an End record, which the other side takes for a failure.
    /// </summary>
    internal async Task BreakOffAsync()
    {
        await FinishAsync(withRecord: false).ConfigureAwait(false);
        _connection.ShutdownSend();
    }

    private Task FinishAsync(bool withRecord)
    {
        lock (_connection.Gate)
        {
            if (withRecord && !_endSent && _connection.Error is null)
                _connection.Pending.WriteByte((byte)RecordKind.End);
            _endSent = true;
        }

        Volatile.Write(ref _endSentAt, _time.GetTimestamp());
        return _connection.FlushAsync();
    }

    /// <summary>Reads until the other side's End record.</summary>
    /// <returns>False when the other side closed the connection instead, after our End: the session ended well, yet
    /// the connection cannot be used again.</returns>
    /// <exception cref="CommunicationException">The session failed; the connection is no longer usable.</exception>
    /// <exception cref="XmlException">The session failed; the connection is no longer usable.</exception>
    internal async Task<bool> RunAsync()
    {
        try
        {
            while (true)
            {
                while (TryTakeRecord(out var envelope, out var isEnd))
                {
                    if (isEnd)
                        return true;
                    var work = Receive(envelope);
                    if (!work.IsCompletedSuccessfully)
                    {
                        _handler?.PassReady();
                        await work.ConfigureAwait(false);
                    }

                    var room = WaitsForRoom ? _connection.WaitForRoomAsync() : default;
                    if (room.IsCompletedSuccessfully)
                        continue;
                    _handler?.PassReady();
                    await room.ConfigureAwait(false);
                }

                if (Volatile.Read(ref _flushQueued) != 0)
                    _connection.Flush();
                if (!_connection.Took(await new ReadAhead(_connection.ReceiveAsync(), _handler)))
                    break;
            }
        }
        catch (Exception e) when (SocketConnection.IsBroken(e))
        {
            throw SocketConnection.Broken(e);
        }
        finally
        {
            _handler?.PassReady();
        }

        lock (_connection.Gate)
        {
            if (_endSent)
                return false;
        }

        throw new CommunicationException("The other side closed the connection without ending the session.");
    }

    /// <summary>Tells whether the session has been idle, or one message under way, for longer than allowed, or our
    /// End has not been answered within the close timeout.</summary>
    internal bool IsOverdue(TimeSpan limit)
    {
        var ended = Volatile.Read(ref _endSentAt);
        if (ended != 0 && _time.GetElapsedTime(ended) > _settings.CloseTimeout)
            return true;
        var partial = Volatile.Read(ref _partialSince);
        if (partial != 0 && _time.GetElapsedTime(partial) > limit)
            return true;
        return Working == 0 && _time.GetElapsedTime(Volatile.Read(ref _lastMessage)) > limit;
    }

    private void FlushQueued()
    {
        Volatile.Write(ref _flushQueued, 0);
        _connection.Flush();
    }

    private ValueTask Receive(ArraySegment<byte> envelope)
    {
        var message = _decoder.Read(envelope);
        if (message.RelatesTo is { IsSet: true } relatesTo)
        {
            // A reply nobody waits for any more came after its timeout: dropped.
            Calls.Take(relatesTo)?.Complete(message, _decoder.Reader);
            return default;
        }

        if ((message.IsFault || _handler is not { TakesRequests: true }) && Calls.TakeOnly() is { } only)
        {
            only.Complete(message, _decoder.Reader);
            return default;
        }

        return _handler?.OnRequestAsync(this, message, _decoder.Reader, _connection.Input.Length > 0) ?? default;
    }

    private bool TryTakeRecord(out ArraySegment<byte> envelope, out bool isEnd)
    {
        envelope = default;
        isEnd = false;
        var input = _connection.Input;
        if (input.IsEmpty)
        {
            Volatile.Write(ref _partialSince, 0);
            return false;
        }

        switch ((RecordKind)input[0])
        {
            case RecordKind.SizedEnvelope:
                break;
            case RecordKind.End:
                _connection.Consume(1);
                isEnd = true;
                return true;
            case RecordKind.Fault:
                return TakeFault(input);
            default:
                throw new ProtocolException($"A record of kind 0x{input[0]:X2} cannot stand in a duplex session.");
        }

        if (!VarInt.TryRead(input[1..], out var size, out var used))
            return Partial();
        if (size > _settings.MessageBytesMax)
            throw new MessageTooLargeException(size, _settings.MessageBytesMax);
        if (size > input.Length - 1 - used)
            return Partial();
        envelope = _connection.InputSegment(1 + used, size);
        _connection.Consume(1 + used + size);
        var now = _time.GetTimestamp();
        Volatile.Write(ref _lastMessage, now);
        Volatile.Write(ref _partialSince, 0);
        return true;
    }

    private bool TakeFault(ReadOnlySpan<byte> input)
    {
        if (!VarInt.TryRead(input[1..], out var size, out var used))
            return Partial();
        if (size > Preamble.FaultBytesMax)
            throw new ProtocolException("The other side's fault is longer than 256 bytes.");
        if (size > input.Length - 1 - used)
            return Partial();
        throw FramingFaults.ToException(System.Text.Encoding.UTF8.GetString(input.Slice(1 + used, size)), "");
    }

    private bool Partial()
    {
        if (Volatile.Read(ref _partialSince) == 0)
            Volatile.Write(ref _partialSince, _time.GetTimestamp());
        return false;
    }

    /// <summary>Tells the other side why the connection ends and reads a little of what it still sends, so that the
    /// reason is not lost to a reset.</summary>
    internal async Task FaultAsync(string fault, TimeSpan limit)
    {
        using var timeout = new Deadline(limit, _time).ToSource();
        await using var cut = timeout.Token.Register(() => _connection.Abort()).ConfigureAwait(false);
        lock (_connection.Gate)
        {
            if (!_endSent && _connection.Error is null)
                Preamble.WriteFault(_connection.Pending, fault);
            _endSent = true;
        }

        await _connection.FlushAsync().ConfigureAwait(false);
        _connection.ShutdownSend();
        for (var drained = 0; drained < DrainBytesMax;)
        {
            _connection.Consume(_connection.Input.Length);
            if (!await _connection.FillAsync().ConfigureAwait(false))
                return;
            drained += _connection.Input.Length;
        }
    }
}
