using System.ServiceModel;
using SfPerf.ServiceModel.Contracts;

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
            Target.NoReply();
        }
        else
        {
            Target.Reply(
                new()
                {
                    Action = _operation.Operation.ReplyAction,
                    Body = _operation.Formatter.ReplyBody,
                    Result = result,
                    Arguments = _arguments,
                    RelatesTo = _messageId,
                },
                mayWait);
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
        Target.Reply(message.AsReply(_messageId), mayWait: false);
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
