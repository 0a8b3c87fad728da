using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Threading;

namespace SfPerf.ServiceModel.Wire;

/// <summary>
/// Represents one duplex session over one connection: from the end of the preamble to both End records.
/// </summary>
internal sealed partial class DuplexSession
{
    private readonly SocketConnection _connection;
    private readonly WireSettings _settings;
    private readonly EnvelopeEncoder _encoder;
    private readonly EnvelopeDecoder _decoder;
    private readonly ISessionHandler? _handler;
    private readonly TimeProvider _time;
    private int _working;
    private long _lastMessage;
    private long _partialSince;
    private int _flushQueued;
    private bool _endSent;
    private long _endExpectedSince;

    internal DuplexSession(
        SocketConnection connection, WireSettings settings, ISessionHandler? handler, TimeProvider time)
    {
        _connection = connection;
        _settings = settings;
        _handler = handler;
        _time = time;
        _encoder = EnvelopeEncoder.Of(settings);
        _decoder = EnvelopeDecoder.Of(settings);
        _lastMessage = time.GetTimestamp();
    }

    internal PendingCalls Calls { get; } = new();

    internal SocketConnection Connection => _connection;

    /// <summary>Gets whether nothing more is read while the other side leaves many replies unread. Of two sides only
    /// one may do so.</summary>
    internal bool WaitsForRoom { get; init; }

    /// <summary>Gets the number of requests being answered: an idle limit does not run meanwhile.</summary>
    internal int Working => Volatile.Read(ref _working);

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

    /// <summary>Makes the session overdue when the other side has not ended it within the close timeout.</summary>
    internal void ExpectEnd() => Volatile.Write(ref _endExpectedSince, _time.GetTimestamp());

    private Task FinishAsync(bool withRecord)
    {
        lock (_connection.Gate)
        {
            if (withRecord && !_endSent && _connection.Error is null)
                _connection.Pending.WriteByte((byte)RecordKind.End);
            _endSent = true;
        }

        ExpectEnd();
        return _connection.FlushAsync();
    }

    /// <summary>Tells whether the session has been idle, or one message under way, for longer than allowed, or our
    /// End has not been answered within the close timeout.</summary>
    internal bool IsOverdue()
    {
        var limit = _settings.ReceiveTimeout;
        var ended = Volatile.Read(ref _endExpectedSince);
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

    /// <summary>Tells the other side why the connection ends.</summary>
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

        await _connection.FinishAsync().ConfigureAwait(false);
    }
}
