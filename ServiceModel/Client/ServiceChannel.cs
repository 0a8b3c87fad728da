using System.Reflection;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Threading;

namespace SfPerf.ServiceModel.Client;

/// <summary>One side's end of a channel: turns proxy calls into messages. Any number of threads may call.</summary>
internal sealed class ServiceChannel : CommunicationObject, IDuplexContextChannel
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

    public Uri Via => _settings.Via;

    public string? SessionId => _transport.SessionId;

    public TimeSpan OperationTimeout { get; set; }

    public InstanceContext? CallbackInstance => _settings.CallbackInstance;

    /// <summary>Gets or sets the proxy made for the channel; null when its user holds the channel itself.</summary>
    internal IContextChannel? Proxy { get; set; }

    /// <summary>Gets what the channel's user holds.</summary>
    internal IContextChannel Outside => Proxy ?? this;

    private protected override object EventSender => Outside;

    protected override TimeSpan DefaultCloseTimeout => _settings.CloseTimeout;

    protected override TimeSpan DefaultOpenTimeout => _settings.OpenTimeout;

    public void Dispose() => Close();

    /// <summary>Calls the operation a proxy's method stands for. Opens the channel first if need be.</summary>
    internal object? Invoke(MethodInfo method, object?[] arguments)
    {
        var operation = _operations.Find(method);
        return operation.Form switch
        {
            CallForm.Sync => InvokeAndWait(operation, arguments, new Deadline(OperationTimeout, _time)),
            CallForm.Task => InvokeAsync(operation, arguments),
            CallForm.Begin => Begin(operation, arguments),
            _ => ((BegunCall)arguments[^1]!).End(operation, arguments),
        };
    }

    private BegunCall Begin(ClientOperation operation, object?[] given)
    {
        // Behind the operation's own arguments stand the callback and the state.
        var arguments = new object?[operation.Operation.Formatter.ArgumentCount];
        given.AsSpan(0, given.Length - 2).CopyTo(arguments);
        var begun = new BegunCall(operation, arguments, given[^1]);
        begun.Run(InvokeAsync(operation, arguments), (AsyncCallback?)given[^2]);
        return begun;
    }

    private Task InvokeAsync(ClientOperation operation, object?[] arguments)
    {
        if (operation.Operation.IsOneWay)
            return SendOneWayAsync(operation, arguments, new Deadline(OperationTimeout, _time));
        var deadline = new Deadline(OperationTimeout, _time);
        var call = operation.NewCall(arguments);
        call.DeadlineTimestamp = TimestampOf(deadline);
        if (State == CommunicationState.Opened)
            TrySend(operation, arguments, call);
        else
            _ = OpenAndSendAsync(operation, arguments, call, deadline);
        return call.Task;
    }

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

    private object? InvokeAndWait(ClientOperation operation, object?[] arguments, Deadline deadline)
    {
        using var callout = OperationContext.BeginCallout(this, operation.Operation.IsOneWay);
        if (State != CommunicationState.Opened)
            Blocking.Wait(EnsureOpenedAsync(operation.Operation, deadline));
        if (operation.Operation.IsOneWay)
        {
            var sent = _transport.SendAsync(Message(operation, arguments), null, mayWait: false);
            if (!sent.IsCompletedSuccessfully)
                Blocking.Wait(sent.AsTask());
            return null;
        }

        var call = new SyncCall(operation.Operation, arguments);
        var sending = _transport.SendAsync(Message(operation, arguments), call, mayWait: false);
        if (!sending.IsCompletedSuccessfully)
            Blocking.Wait(sending.AsTask());
        if (call.TryWait(deadline, out var result))
            return result;
        _transport.Forget(call);
        throw Late(operation.Operation.Name);
    }

    private async Task SendOneWayAsync(ClientOperation operation, object?[] arguments, Deadline deadline)
    {
        if (State != CommunicationState.Opened)
            await EnsureOpenedAsync(operation.Operation, deadline).ConfigureAwait(false);
        await _transport.SendAsync(Message(operation, arguments), null, mayWait: false).ConfigureAwait(false);
    }

    private async Task OpenAndSendAsync(
        ClientOperation operation, object?[] arguments, TaskCall call, Deadline deadline)
    {
        try
        {
            await EnsureOpenedAsync(operation.Operation, deadline).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            call.Fail(e);
            return;
        }

        TrySend(operation, arguments, call);
    }

    private void TrySend(ClientOperation operation, object?[] arguments, TaskCall call)
    {
        try
        {
            _timer.Arm(call.DeadlineTimestamp);
            var sending = _transport.SendAsync(Message(operation, arguments), call, mayWait: true);
            if (!sending.IsCompletedSuccessfully)
                _ = WatchAsync(sending, call);
        }
        catch (Exception e)
        {
            call.Fail(e);
        }
    }

    private static async Task WatchAsync(ValueTask sending, TaskCall call)
    {
        try
        {
            await sending.ConfigureAwait(false);
        }
        catch (Exception e)
        {
            call.Fail(e);
        }
    }

    private OutgoingMessage Message(ClientOperation operation, object?[] arguments)
    {
        CheckOrder(operation.Operation);
        return new()
        {
            Action = operation.Operation.RequestAction,
            Body = operation.Operation.Formatter.RequestBody,
            Arguments = arguments,
            To = _to,
        };
    }

    private void CheckOrder(OperationDescription operation)
    {
        if (_transport.IsTerminated)
        {
            throw new InvalidOperationException(
                "This channel cannot send any more messages because IsTerminating operation has already been called.");
        }

        if (operation.IsTerminating)
            _transport.IsTerminated = true;
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
                if (_wasEnded)
                    throw SessionTransport.EndedByService();
                // What broke the session while nothing was called is told to the first call after it.
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

    private long TimestampOf(Deadline deadline)
    {
        var left = deadline.Remaining;
        return left == Timeout.InfiniteTimeSpan
            ? 0 : _time.GetTimestamp() + (long)(left.TotalSeconds * _time.TimestampFrequency);
    }

    private long Expire(long now) => _transport.FailExpired(now, call => Late(call.Operation.Name));

    private TimeoutException Late(string operation) => new(
        $"The operation {operation} on '{_settings.Remote?.Uri}' got no reply within {OperationTimeout}. "
        + "Raise the binding's SendTimeout or the channel's OperationTimeout.");

    private void Fail(Exception reason, bool isKnown)
    {
        _timer.Dispose();
        if (!isKnown)
            _untold = reason;
        Fault();
    }

    // What the service ended in order is closed, not faulted.
    private async Task CloseEndedAsync()
    {
        _wasEnded = true;
        try
        {
            await CloseAsync(_settings.CloseTimeout).ConfigureAwait(false);
        }
        catch (Exception e) when (e is CommunicationException or TimeoutException)
        {
            // Our half could not be ended any more: the channel is aborted, which is closed as well.
        }
    }
}
