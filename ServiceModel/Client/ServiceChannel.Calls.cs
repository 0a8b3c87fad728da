using System.Reflection;
using System.ServiceModel;
using System.ServiceModel.Description;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Threading;

namespace SfPerf.ServiceModel.Client;

internal sealed partial class ServiceChannel
{
    /// <summary>Calls the operation a proxy's method stands for. Opens the channel first if need be.</summary>
    internal object? Invoke(MethodInfo method, object?[] arguments)
    {
        var operation = _operations.Find(method);
        return operation.Form switch
        {
            CallForm.Sync when operation.Operation.IsTerminating => InvokeLast(operation, arguments),
            CallForm.Sync => InvokeAndWait(operation, arguments, new Deadline(OperationTimeout, _time)),
            CallForm.Task => InvokeAsync(operation, arguments),
            CallForm.Begin => Begin(operation, arguments),
            _ => ((BegunCall)arguments[^1]!).End(operation, arguments),
        };
    }

    // As Microsoft's client: whoever called the operation that ends the session has a closed channel with the answer.
    private object? InvokeLast(ClientOperation operation, object?[] arguments)
    {
        try
        {
            var result = InvokeAndWait(operation, arguments, new Deadline(OperationTimeout, _time));
            Blocking.Wait(CloseQuietlyAsync());
            return result;
        }
        catch (FaultException)
        {
            Blocking.Wait(CloseQuietlyAsync());
            throw;
        }
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
        var inspected = Inspect(operation, arguments);
        if (operation.Operation.IsOneWay)
            return SendOneWayAsync(operation, arguments, inspected, new Deadline(OperationTimeout, _time));
        var deadline = new Deadline(OperationTimeout, _time);
        var call = operation.NewCall(inspected ?? operation.Operation.Reply, arguments, this);
        call.DeadlineTimestamp = TimestampOf(deadline);
        if (State == CommunicationState.Opened)
            TrySend(operation, arguments, inspected, call, deadline);
        else
            _ = OpenAndSendAsync(operation, arguments, inspected, call, deadline);
        return call.Task;
    }

    private object? InvokeAndWait(ClientOperation operation, object?[] arguments, Deadline deadline)
    {
        using var callout = OperationContext.BeginCallout(this, operation.Operation.IsOneWay);
        if (State != CommunicationState.Opened)
            Blocking.Wait(EnsureOpenedAsync(operation.Operation, deadline));
        var inspected = Inspect(operation, arguments);
        if (operation.Operation.IsOneWay)
        {
            var sent = _transport.SendAsync(Message(operation, arguments, inspected), null, mayWait: false, deadline);
            if (!sent.IsCompletedSuccessfully)
                Blocking.Wait(sent.AsTask());
            return null;
        }

        var call = new SyncCall(inspected ?? operation.Operation.Reply, arguments);
        var sending = _transport.SendAsync(Message(operation, arguments, inspected), call, mayWait: false, deadline);
        if (!sending.IsCompletedSuccessfully)
            Blocking.Wait(sending.AsTask());
        if (call.TryWait(deadline, out var result))
            return inspected is null ? result : inspected.Finish(call, result);
        _transport.Forget(call);
        throw Late(operation.Operation.Name);
    }

    private async Task SendOneWayAsync(
        ClientOperation operation, object?[] arguments, InspectedCall? inspected, Deadline deadline)
    {
        if (State != CommunicationState.Opened)
            await EnsureOpenedAsync(operation.Operation, deadline).ConfigureAwait(false);
        var message = Message(operation, arguments, inspected);
        await _transport.SendAsync(message, null, mayWait: false, deadline).ConfigureAwait(false);
        if (operation.Operation.IsTerminating)
            await CloseQuietlyAsync().ConfigureAwait(false);
    }

    private async Task OpenAndSendAsync(
        ClientOperation operation,
        object?[] arguments,
        InspectedCall? inspected,
        TaskCall call,
        Deadline deadline)
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

        TrySend(operation, arguments, inspected, call, deadline);
    }

    private void TrySend(
        ClientOperation operation, object?[] arguments, InspectedCall? inspected, TaskCall call, Deadline deadline)
    {
        try
        {
            _timer.Arm(call.DeadlineTimestamp);
            var sending = _transport.SendAsync(Message(operation, arguments, inspected), call, mayWait: true, deadline);
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

    // Null for the calls that nobody sees and that have no headers of their own: nearly all.
    private InspectedCall? Inspect(ClientOperation operation, object?[] arguments)
    {
        var context = OperationContext.OutgoingOf(this);
        return context is null && _settings.Inspection is null && !operation.Operation.Formatter.NeedsMessage
            ? null : InspectedCall.Begin(this, operation.Operation, context, _settings.Inspection, arguments);
    }

    private OutgoingMessage Message(ClientOperation operation, object?[] arguments, InspectedCall? inspected)
    {
        CheckOrder(operation.Operation);
        var message = new OutgoingMessage
        {
            Action = operation.Operation.RequestAction,
            Body = operation.Operation.Formatter.RequestBody,
            Arguments = arguments,
            To = _to,
        };
        return inspected is null ? message : inspected.Prepare(message);
    }

    private void CheckOrder(OperationDescription operation)
    {
        CheckNotTerminated();
        if (operation.IsTerminating)
            _transport.TerminatedBy = operation.Name;
    }

    private void CheckNotTerminated()
    {
        if (_transport.TerminatedBy is { } last)
        {
            throw new InvalidOperationException("This channel cannot send any more messages because IsTerminating "
                + $"operation '{last}' has already been called.");
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
}
