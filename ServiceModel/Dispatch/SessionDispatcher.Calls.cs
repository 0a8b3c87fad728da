using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Threading.Tasks;
using System.Xml;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Threading;

namespace SfPerf.ServiceModel.Dispatch;

internal sealed partial class SessionDispatcher
{
    private DispatchCall? Decode(IncomingMessage message, XmlDictionaryReader body)
    {
        var call = CallDecoder.Decode(_engine, message, body, this, out var fault);
        if (call is not null && IsInOrder(call.Operation.Operation))
            return call;
        if (call is not null)
            fault = FaultMapper.ActionNotSupported(message.Action, _engine.Version);
        if (fault is null)
            return null;
        Refuse(fault, message);
        // An action that no operation has is answered by a fault, and the session goes on. A call out of order ends the
        // session, except in a client, which goes on calling the service that called it wrongly.
        if (ClientChannel is null && call is not null)
            EndSession();
        return null;
    }

    // The session's first operation must be one that may start it, and none may follow the one that ends it.
    private bool IsInOrder(OperationDescription operation)
    {
        if (_isTerminated || (!_isInitiated && !operation.IsInitiating))
            return false;
        _isInitiated = true;
        _isTerminated = operation.IsTerminating;
        return true;
    }

    private void Refuse(Message fault, IncomingMessage message)
    {
        Begin();
        Reply(fault.AsReply(message.MessageId), mayWait: false);
    }

    private async ValueTask WaitAndStartAsync(AsyncGate throttle, DispatchCall call)
    {
        await throttle.EnterAsync().ConfigureAwait(false);
        await Start(call).ConfigureAwait(false);
    }

    private ValueTask Start(DispatchCall call)
    {
        try
        {
            AssignInstance(call);
        }
        catch (Exception e)
        {
            // The service's constructor threw.
            call.FailBeforeRun(e);
            return default;
        }

        if (call.OwnsInstance || _engine.ConcurrencyMode == ConcurrencyMode.Multiple)
            return HoldBackOrRun(call);
        if (call.Instance.Gate.TryEnter())
        {
            call.HoldsGate = true;
            return HoldBackOrRun(call);
        }

        var waiting = EnterAndRunAsync(call);
        return call.Operation.IsTask || CallsOverlap ? default : new(waiting);
    }

    private async Task EnterAndRunAsync(DispatchCall call)
    {
        await call.Instance.Gate.EnterAsync().ConfigureAwait(false);
        call.HoldsGate = true;
        await RunAsync(call).ConfigureAwait(false);
    }

    private ValueTask HoldBackOrRun(DispatchCall call)
    {
        if (!CallsOverlap)
            return RunAsync(call);
        if (call.RunsApart)
            call.QueueRun();
        else
            _ready.Add(call);
        return default;
    }

    private static ValueTask RunAsync(DispatchCall call)
    {
        if (!call.RunsApart)
        {
            call.Run();
            return default;
        }

        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        call.QueueRun(done.SetResult);
        return new(done.Task);
    }

    private void AssignInstance(DispatchCall call)
    {
        switch (_engine.InstanceContextMode)
        {
            case InstanceContextMode.PerCall:
                call.Instance = _engine.NewInstance();
                call.OwnsInstance = true;
                break;
            case InstanceContextMode.Single:
                call.Instance = _engine.SingleInstance!;
                break;
            default:
                call.Instance = _instance ??= _engine.NewInstance();
                break;
        }
    }
}
