using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;
using SfPerf.ServiceModel.Threading;

namespace SfPerf.ServiceModel.Client;

/// <summary>
/// Represents one side's end of a channel: turns proxy calls into messages. Any number of threads may call.
/// </summary>
internal sealed partial class ServiceChannel : CommunicationObject, IDuplexContextChannel
{
    private readonly ChannelSettings _settings;
    private readonly ClientTransport _transport;
    private readonly ClientOperations _operations;
    private readonly TimeProvider _time;
    private readonly CallTimer _timer;
    private readonly string? _to;
    private readonly Lock _openGate = new();
    private TaskCompletionSource? _opening;
    private volatile bool _wasEnded;
    private Exception? _untold;

    internal ServiceChannel(ChannelSettings settings, ClientTransport transport, TimeProvider time)
    {
        _settings = settings;
        _transport = transport;
        _time = time;
        _operations = ClientOperations.Of(settings.Contract, settings.IsCallback);
        _timer = new(time, Expire);
        _to = settings.Remote?.Uri.OriginalString;
        OperationTimeout = settings.SendTimeout;
        transport.Failed = Fail;
        transport.Ended = () => _ = CloseEndedAsync();
    }

    public EndpointAddress? LocalAddress => _settings.Local;

    public EndpointAddress? RemoteAddress => _settings.Remote;

    internal MessageVersion Version => _settings.Version;

    internal int MessageBytesMax => _settings.MessageBytesMax;

    public Uri Via => _settings.Via;

    public string? SessionId => _transport.SessionId;

    public TimeSpan OperationTimeout { get; set; }

    public InstanceContext? CallbackInstance => _settings.CallbackInstance;

    /// <summary>Gets or sets the proxy made for the channel; null when its user holds the channel itself.</summary>
    internal IContextChannel? Proxy { get; set; }

    /// <summary>Gets what the channel's user holds.</summary>
    internal IContextChannel Outside => Proxy ?? this;

    private protected override object EventSender => Outside;

    private protected override string Me => "The channel";

    protected override TimeSpan DefaultCloseTimeout => _settings.CloseTimeout;

    protected override TimeSpan DefaultOpenTimeout => _settings.OpenTimeout;

    public void Dispose() => Close();

    /// <summary>Opens an accepted channel: its transport is open already.</summary>
    internal void OpenAccepted() => Blocking.Wait(OpenAsync(TimeSpan.Zero));

    private protected override Task OnOpenAsync(TimeSpan timeout) =>
        _transport.OpenAsync(new(timeout, _time));

    private protected override Task OnCloseAsync(TimeSpan timeout)
    {
        _timer.Dispose();
        return _transport.CloseAsync(new(timeout, _time));
    }

    protected override void OnAbort()
    {
        _timer.Dispose();
        _transport.Abort();
    }

    /// <summary>Has the first call open the channel, within that call's own time; the others wait for it, each
    /// within its own.</summary>
    private Task EnsureOpenedAsync(OperationDescription operation, Deadline deadline)
    {
        TaskCompletionSource opening;
        lock (_openGate)
        {
            if (_opening is null && State == CommunicationState.Created)
            {
                CheckInitiating(operation);
                _opening = opening = new(TaskCreationOptions.RunContinuationsAsynchronously);
            }
            else if (_opening is { Task.IsCompleted: false })
            {
                return deadline.WaitAsync(_opening.Task, $"Opening the channel for {operation.Name}");
            }
            else
            {
                CheckNotTerminated();
                if (_wasEnded)
                    throw SessionTransport.EndedByService();
                // If the session broke while no call was under way, the first call after it gets the reason.
                if (Interlocked.Exchange(ref _untold, null) is { } untold)
                    throw untold;
                ThrowIfNotOpened();
                return Task.CompletedTask;
            }
        }

        // Outside the gate: the Opening event runs the user's code.
        return OpenForCallsAsync(opening, deadline);
    }

    private async Task OpenForCallsAsync(TaskCompletionSource opening, Deadline deadline)
    {
        try
        {
            await OpenAsync(deadline.Left).ConfigureAwait(false);
            opening.SetResult();
        }
        catch (Exception e)
        {
            opening.SetException(e);
            // Seen here, though perhaps no other call waits for it.
            _ = opening.Task.Exception;
            throw;
        }
    }

    // An operation that may not start a session finds one only where the channel was opened by hand, or by another.
    private static void CheckInitiating(OperationDescription operation)
    {
        if (!operation.IsInitiating)
        {
            throw new InvalidOperationException(
                $"The operation {operation.Name} may not be the first of a session: it is not IsInitiating.");
        }
    }

    private void Fail(Exception reason, bool isKnown)
    {
        _timer.Dispose();
        if (!isKnown)
            _untold = reason;
        Fault();
    }

    // A session that the service ended in order is closed, not faulted.
    private Task CloseEndedAsync()
    {
        _wasEnded = true;
        return CloseQuietlyAsync();
    }

    /// <summary>Closes the channel after what its user wanted has been done.</summary>
    internal async Task CloseQuietlyAsync()
    {
        try
        {
            await CloseAsync(_settings.CloseTimeout).ConfigureAwait(false);
        }
        catch (Exception e) when (e is CommunicationException or TimeoutException)
        {
            // Our half could not be ended any more, so the channel is aborted, which also leaves it closed.
        }
    }
}
