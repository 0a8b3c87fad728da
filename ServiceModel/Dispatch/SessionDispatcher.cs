using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using System.Xml;
using SfPerf.ServiceModel.Client;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Dispatch;

/// <summary>Serves the requests of one session. With ConcurrencyMode.Single the pump waits for synchronous
/// operations, so a session's calls follow each other; with the other modes the calls are held back till the pump
/// can be let go, and overlap.</summary>
internal sealed partial class SessionDispatcher : ISessionHandler, IReplyTarget, IDisposable
{
    private readonly DispatchEngine _engine;
    private readonly Lock _gate = new();
    private readonly ReadyCalls _ready;
    private DuplexSession? _session;
    private InstanceContext? _instance;
    private ServiceChannel? _channelToClient;
    private CallbackTransport? _transportToClient;
    private bool _isOver;
    private bool _isInitiated;
    private bool _isTerminated;
    private TaskCompletionSourceSlot _idle;
    private volatile int _idleAwaited; // 0 or 1

    internal SessionDispatcher(DispatchEngine engine, DuplexSession? session)
    {
        _engine = engine;
        _session = session;
        _ready = new(() => _session!.Flush());
    }

    public bool TakesRequests => true;

    public string? SessionId { get; } = $"urn:uuid:{Guid.NewGuid()};id=1";

    /// <summary>Gets or sets the channel whose callbacks these are; null at a service.</summary>
    internal ServiceChannel? ClientChannel { get; set; }

    public IContextChannel Channel => (ClientChannel ?? ChannelToClient()).Outside;

    private bool CallsOverlap => _engine.ConcurrencyMode != ConcurrencyMode.Single;

    public ValueTask OnRequestAsync(
        DuplexSession session, IncomingMessage message, XmlDictionaryReader body, bool hasMore)
    {
        _session = session;
        if (Decode(message, body) is not { } call)
            return default;
        call.MayWait = hasMore && !CallsOverlap;
        Begin();
        if (_engine.CallThrottle is { } throttle && !throttle.TryEnter())
            return WaitAndStartAsync(throttle, call);
        return Start(call);
    }

    public void RunReady() => _ready.Run();

    public void PassReady() => _ready.Pass();

    public bool IsOwn(ServiceChannel channel) => channel == ClientChannel || channel == _channelToClient;

    public void Reply(in OutgoingMessage message, bool mayWait)
    {
        try
        {
            // Who runs calls that overlap sends what was held back.
            if (mayWait && CallsOverlap)
                _session!.Append(message);
            else
                _session!.Send(message, mayWait);
        }
        catch (CommunicationException)
        {
            // The client is gone; the read loop ends the session.
        }

        End();
    }

    public void NoReply() => End();

    public void EndSession() => _ = FinishAsync(static session => session.SendEndAsync());

    public void ExpectEnd() => _session!.ExpectEnd();

    public void BreakSession() => _ = FinishAsync(static session => session.BreakOffAsync());

    public void AbortSession()
    {
        // The connection may serve another session already.
        if (!_isOver)
            _session!.Connection.Abort();
    }

    /// <summary>Ends when no operation of the session runs any more.</summary>
    internal Task WhenIdle()
    {
        lock (_gate)
        {
            var idle = _idle.Wait();
            Interlocked.Exchange(ref _idleAwaited, 1);
            if (_session is not { Working: > 0 })
                _idle.Release();
            return idle;
        }
    }

    public void Dispose() => Close(null);

    /// <summary>Lets go of the session's instance and of the callbacks it waits for.</summary>
    internal void Close(Exception? reason)
    {
        _isOver = true;
        _session?.Calls.Close(reason ?? new CommunicationException("The session has ended."));
        if (reason is not null)
            _transportToClient?.Failed?.Invoke(reason, true);
        _channelToClient?.Abort();
        if (_instance is not null && _instance != _engine.SingleInstance)
            ErrorHandling.Dispose(_engine, _instance.UserObject);
    }

    private ServiceChannel ChannelToClient()
    {
        lock (_gate)
        {
            if (_channelToClient is not null)
                return _channelToClient;
            var settings = _engine.Settings;
            _transportToClient = new(_session!, this);
            _channelToClient = new(
                new()
                {
                    Contract = _engine.Contract,
                    IsCallback = true,
                    Version = settings.Version,
                    MessageBytesMax = settings.MessageBytesMax,
                    Local = _engine.Address is { } address ? new EndpointAddress(address) : null,
                    Remote = new EndpointAddress(EndpointAddress.AnonymousUri),
                    Via = EndpointAddress.AnonymousUri,
                    OpenTimeout = settings.OpenTimeout,
                    CloseTimeout = settings.CloseTimeout,
                    SendTimeout = settings.SendTimeout,
                },
                _transportToClient,
                _engine.Time);
            if (_engine.Contract.CallbackContractType is { } callbacks)
                ServiceProxy.Create(callbacks, _channelToClient);
            _channelToClient.OpenAccepted();
            return _channelToClient;
        }
    }

    private void Begin() => _session!.BeginWork();

    private void End()
    {
        if (!_session!.EndWork() || _idleAwaited == 0)
            return;
        lock (_gate)
            _idle.Release();
    }

    private async Task FinishAsync(Func<DuplexSession, Task> finish)
    {
        var session = _session!;
        try
        {
            await WhenIdle().ConfigureAwait(false);
            await finish(session).ConfigureAwait(false);
        }
        catch (CommunicationException)
        {
            session.Connection.Abort();
        }
    }
}
