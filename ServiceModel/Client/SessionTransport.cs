using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>A client's session over a pooled connection.</summary>
internal sealed class SessionTransport(
    ConnectionPool pool, Uri via, WireSettings settings, ISessionHandler? callbacks, TimeProvider time)
    : ClientTransport
{
    private PooledConnection? _pooled;
    private DuplexSession? _session;
    private Task? _reading;
    private int _isClosing;
    private bool _endedByClose;

    internal override string? SessionId { get; } = $"urn:uuid:{Guid.NewGuid()};id=1";

    internal override async Task OpenAsync(Deadline deadline)
    {
        _pooled = await pool.TakeAsync(via, settings, deadline).ConfigureAwait(false);
        var session = new DuplexSession(_pooled.Connection, settings, callbacks, time);
        _session = session;
        _reading = Task.Run(() => ReadAsync(session));
    }

    internal override ValueTask SendAsync(
        OutgoingMessage message, PendingCall? call, bool mayWait, Deadline deadline)
    {
        var room = _session!.WaitForRoomAsync();
        if (!room.IsCompletedSuccessfully)
            return SendSlowAsync(room, message, call, deadline);
        Send(message, call, mayWait && _session.Calls.Count > 0);
        return default;
    }

    internal override void Forget(PendingCall call) => _session?.Calls.Remove(call);

    internal override long FailExpired(long now, Func<PendingCall, Exception> reason) =>
        _session?.Calls.FailExpired(now, reason) ?? 0;

    internal override async Task CloseAsync(Deadline deadline)
    {
        var session = _session!;
        await deadline.WaitAsync(session.Calls.WhenEmpty(), "The calls of the channel", Abort).ConfigureAwait(false);
        Volatile.Write(ref _isClosing, 1);
        await deadline.WaitAsync(EndAsync(session), "Closing the channel", Abort).ConfigureAwait(false);
        if (_endedByClose)
            _pooled!.Connection.Abort();
        else
            pool.Return(_pooled!);
    }

    internal override void Abort()
    {
        Volatile.Write(ref _isClosing, 1);
        _session?.Calls.Close(new CommunicationObjectAbortedException("The channel was aborted."));
        _pooled?.Connection.Abort();
    }

    private async Task EndAsync(DuplexSession session)
    {
        await session.SendEndAsync().ConfigureAwait(false);
        await _reading!.ConfigureAwait(false);
        if (session.Connection.IsAborted)
            throw new CommunicationException("The connection broke while the channel was closing.");
    }

    private void Send(in OutgoingMessage message, PendingCall? call, bool mayWait)
    {
        var session = _session!;
        if (call is null)
        {
            session.Send(message, mayWait: false);
            return;
        }

        var id = session.Calls.Add(call, message.MessageId);
        try
        {
            session.Send(message with { MessageId = id }, mayWait);
        }
        catch
        {
            session.Calls.Remove(call);
            throw;
        }
    }

    // Until it is sent, the call is not among those that a timer ends.
    private async ValueTask SendSlowAsync(
        ValueTask room, OutgoingMessage message, PendingCall? call, Deadline deadline)
    {
        await deadline.WaitAsync(room.AsTask(), "The wait for room among the unsent requests").ConfigureAwait(false);
        Send(message, call, mayWait: false);
    }

    private async Task ReadAsync(DuplexSession session)
    {
        Exception? failure = null;
        try
        {
            _endedByClose = !await session.RunAsync().ConfigureAwait(false);
            if (Volatile.Read(ref _isClosing) == 0 && TerminatedBy is null && !TryEnd(session))
                failure = new CommunicationException("The service ended the session before it answered.");
        }
        catch (Exception e)
        {
            failure = e as CommunicationException
                ?? new CommunicationException($"The service sent a malformed message: {e.Message}", e);
        }

        if (failure is null)
            return;
        try
        {
            // The channel is faulted before its callers learn of it.
            if (Interlocked.Exchange(ref _isClosing, 1) == 0)
                Failed?.Invoke(failure, session.Calls.Count > 0);
        }
        finally
        {
            // Also when a handler of the Faulted event throws: callers wait.
            session.Calls.Close(failure);
            session.Connection.Abort(failure);
            session.Connection.ReleaseInput();
        }
    }

    // Ends our half, too, unless calls are left without an answer.
    private bool TryEnd(DuplexSession session)
    {
        if (!session.Calls.TryCloseEmpty(EndedByService()))
            return false;
        Ended?.Invoke();
        return true;
    }

    internal static ProtocolException EndedByService() =>
        new("The service has ended the session; make another channel.");
}
