using System.Net.Sockets;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using System.Xml;
using SfPerf.ServiceModel.Dispatch;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>Represents one accepted connection: a preamble, a session, then perhaps the next preamble.</summary>
internal sealed partial class ServerConnection : IDisposable
{
    private readonly SocketListener _listener;
    private readonly SocketConnection _connection;
    private readonly TimeProvider _time;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _preambleSince;
    private int _isPending = 1;
    private volatile DuplexSession? _session;
    private volatile SessionDispatcher? _dispatcher;
    private volatile EndpointListener? _endpoint;
    private volatile bool _isUnused;
    private volatile bool _isClosing;

    internal ServerConnection(SocketListener listener, Socket socket, TimeProvider time)
    {
        _listener = listener;
        _connection = new(socket);
        _time = time;
        _preambleSince = time.GetTimestamp();
    }

    internal Task Ended => _ended.Task;

    /// <summary>Gets the endpoint a session is open to; null between sessions.</summary>
    internal EndpointListener? Endpoint => _endpoint;

    internal void Start() => _ = Task.Run(ServeAsync);

    public void Dispose() => Abort();

    internal void Abort() => _connection.Abort();

    /// <summary>Asks the client to end the session by ending our half of it.</summary>
    internal void BeginClose()
    {
        _isClosing = true;
        if (_session is { } session && _dispatcher is { } dispatcher)
            _ = EndHalfAsync(session, dispatcher);
    }

    internal void AbortIfOverdue()
    {
        if (_session is { } session)
        {
            // The session may end meanwhile, and the endpoint be gone: this thread is the timer's, where a throw would
            // end the process.
            if (session.IsOverdue())
                Abort();
            return;
        }

        var since = Volatile.Read(ref _preambleSince);
        var limit = _endpoint is { } endpoint ? endpoint.Settings.ReceiveTimeout
            : _isUnused ? _listener.UnusedMax : _listener.PreambleMax;
        if (since != 0 && _time.GetElapsedTime(since) > limit)
            Abort();
    }

    private async Task ServeAsync()
    {
        try
        {
            while (await ReadPreambleAsync().ConfigureAwait(false) is { } endpoint)
            {
                if (endpoint.Settings.IsStreamed)
                    await ServeSingletonAsync(endpoint).ConfigureAwait(false);
                else if (!await ServeInTurnAsync(endpoint).ConfigureAwait(false))
                    return;
                _endpoint = null;
                if (_isClosing || !_isUnused)
                    return;
                Volatile.Write(ref _preambleSince, _time.GetTimestamp());
            }
        }
        catch (Exception e) when (e is CommunicationException or XmlException)
        {
            // An error of this connection ends it and concerns no other.
        }
        finally
        {
            LeavePending();
            LeaveUnused();
            _connection.Abort();
            _connection.ReleaseInput();
            _listener.Remove(this);
            _ended.TrySetResult();
        }
    }

    private async Task<EndpointListener?> ReadPreambleAsync()
    {
        var preamble = new Preamble();
        while (true)
        {
            // From its first byte on, a later preamble is as limited as the first.
            if (!_connection.Input.IsEmpty && LeaveUnused())
                Volatile.Write(ref _preambleSince, _time.GetTimestamp());
            var step = preamble.Step(_connection.Input, out var consumed);
            _connection.Consume(consumed);
            if (step == PreambleStep.Refuse)
            {
                await RefuseAsync(preamble.Fault).ConfigureAwait(false);
                return null;
            }

            if (step == PreambleStep.Done)
                return await FindAsync(preamble).ConfigureAwait(false);
            if (!await _connection.FillAsync().ConfigureAwait(false))
                return null;
        }
    }

    private async Task<EndpointListener?> FindAsync(Preamble preamble)
    {
        var endpoint = _listener.Find(EndpointListener.PathOf(preamble.Via!));
        var fault = endpoint is null ? FramingFaults.EndpointNotFound
            : preamble.IsSingleton != endpoint.Settings.IsStreamed ? FramingFaults.UnsupportedMode
            : !endpoint.Settings.Takes(preamble.ContentType) ? FramingFaults.ContentTypeInvalid : null;
        if (fault is null)
        {
            _endpoint = endpoint;
            Volatile.Write(ref _preambleSince, 0);
            return endpoint;
        }

        await RefuseAsync(fault).ConfigureAwait(false);
        return null;
    }

    private async Task RefuseAsync(string? fault)
    {
        if (fault is null)
            return;
        lock (_connection.Gate)
            Preamble.WriteFault(_connection.Pending, fault);
        await _connection.FinishAsync().ConfigureAwait(false);
    }

    // Decided before the client hears that the session has ended and gives the connection back to its pool.
    private void StayUnused() => _isUnused = _listener.TryKeepUnused();

    private bool LeaveUnused()
    {
        if (!_isUnused)
            return false;
        _isUnused = false;
        _listener.UnusedEnded();
        return true;
    }

    private void LeavePending()
    {
        if (Interlocked.Exchange(ref _isPending, 0) != 0)
            _listener.PreambleEnded();
    }
}
