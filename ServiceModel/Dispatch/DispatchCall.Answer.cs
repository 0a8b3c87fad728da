using System.ServiceModel;
using System.ServiceModel.Channels;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Dispatch;

internal sealed partial class DispatchCall
{
    /// <summary>Answers a call that found no instance.</summary>
    internal void FailBeforeRun(Exception error)
    {
        OwnsInstance = false;
        Fail(error);
    }

    private void Succeed(object? result, bool mayWait)
    {
        if (_operation.Operation.IsOneWay)
        {
            Inspection?.EndOneWay();
            Target.NoReply();
        }
        else
        {
            Inspection?.SeeResult(_arguments, result);
            var reply = new OutgoingMessage
            {
                Action = _operation.Operation.ReplyAction,
                Body = _operation.Formatter.ReplyBody,
                Result = result,
                Arguments = _arguments,
                RelatesTo = _messageId,
            };
            if (Inspection is not null)
                reply = _operation.Formatter.FillReply(reply, Engine.Version);
            Reply(reply, mayWait);
        }

        Leave();
        if (_operation.Operation.IsTerminating)
            Target.ExpectEnd();
    }

    private void Fail(Exception error)
    {
        var keepsSession = error is FaultException;
        var hasEnded = false;
        var isTold = false;
        try
        {
            if (_operation.Operation.IsOneWay)
                Target.NoReply();
            else
                ReplyFault(error);
            hasEnded = true;
            isTold = !_operation.Operation.IsOneWay;
            keepsSession |= ErrorHandling.Handle(Engine, error);
        }
        catch (Exception)
        {
            // The fault itself, or an error handler, failed: the session cannot be kept.
            if (!hasEnded)
                Target.NoReply();
            keepsSession = false;
        }

        Leave();
        if (keepsSession)
            return;
        if (isTold)
            Target.BreakSession();
        else
            Target.AbortSession();
    }

    private void ReplyFault(Exception error)
    {
        var message = ErrorHandling.Provide(Engine, error)
            ?? FaultMapper.ToMessage(error, _operation.Operation, Engine.Version, Engine.IncludeExceptionDetail);
        Reply(message.AsReply(_messageId), mayWait: false);
    }

    private void Reply(OutgoingMessage message, bool mayWait)
    {
        if (OutgoingHeaders is not null)
            message = message with { Headers = MessageHeaders.Join(message.Headers, OutgoingHeaders) };
        if (Inspection is not { } inspection)
            Target.Reply(message, mayWait);
        else if (inspection.See(message) is { } seen)
            Target.Reply(seen, mayWait);
        else
            Target.NoReply();
    }

    private void Leave()
    {
        LeaveGate();
        if (OwnsInstance)
            ErrorHandling.Dispose(Engine, Instance.UserObject);
        Engine.CallThrottle?.Release();
        if (_isOnContext)
            Engine.Context!.OperationCompleted();
    }

    private void LeaveGate()
    {
        if (!HoldsGate)
            return;
        HoldsGate = false;
        Instance.Gate.Release();
    }
}
