using System.Collections.Generic;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Dispatch;

/// <summary>One request on its way through the service.</summary>
internal sealed class DispatchCall
{
    private readonly DispatchOperation _operation;
    private readonly object?[] _arguments;
    private readonly string? _action;
    private readonly MessageName _messageId;
    private readonly string? _to;
    private readonly List<HeaderElement>? _headers;
    private long _start;

    internal DispatchCall(
        DispatchEngine engine,
        DispatchOperation operation,
        IncomingMessage message,
        object?[] arguments,
        IReplyTarget target)
    {
        Engine = engine;
        Target = target;
        _operation = operation;
        _arguments = arguments;
        _action = message.Action;
        _messageId = message.MessageId;
        _to = message.To;
        _headers = message.Others;
    }

    internal DispatchEngine Engine { get; }

    internal IReplyTarget Target { get; }

    internal DispatchOperation Operation => _operation;

    /// <summary>Gets whether the call, which another thread runs, began long ago.</summary>
    internal bool IsLong => Volatile.Read(ref _start) is not 0 and var start
        && Engine.Time.GetElapsedTime(start) > DispatchOperation.ShortTime;

    /// <summary>Gets or sets the instance; set before the call runs.</summary>
    internal InstanceContext Instance { get; set; } = null!;

    /// <summary>Gets or sets whether the call is inside its instance's gate.</summary>
    internal bool HoldsGate { get; set; }

    /// <summary>Gets or sets whether the instance lives for this call only.</summary>
    internal bool OwnsInstance { get; set; }

    /// <summary>Gets or sets whether the reply may be sent together with those of the calls that follow.</summary>
    internal bool MayWait { get; set; }

    internal MessageHeaders MakeHeaders() => new(Engine.Version, _action, _messageId, _to, _headers);

    /// <summary>Runs the operation on this thread, to its end or to its first wait.</summary>
    internal void Run()
    {
        Volatile.Write(ref _start, Engine.Time.GetTimestamp());
        try
        {
            object? returned;
            using (OperationContext.Enter(new(this), _operation.IsTask))
                returned = _operation.Invoke(Instance.UserObject, _arguments);
            _operation.Observe(Engine.Time.GetElapsedTime(_start));
            if (!_operation.IsTask)
                Succeed(returned, MayWait);
            else if (returned is not Task task)
                throw new InvalidOperationException($"The operation {_operation.Operation.Name} returned no task.");
            else if (task.IsCompleted)
                Succeed(_operation.EndTask(task), MayWait);
            else
                _ = FinishAsync(task);
        }
        catch (Exception e)
        {
            Fail(e);
        }
    }

    /// <summary>Answers a call that found no instance.</summary>
    internal void FailBeforeRun(Exception error)
    {
        OwnsInstance = false;
        Fail(error);
    }

    private async Task FinishAsync(Task task)
    {
        // A reentrant service's lock covers what runs before the first wait.
        if (Engine.ConcurrencyMode == ConcurrencyMode.Reentrant)
            LeaveGate();
        try
        {
            await task.ConfigureAwait(false);
            Succeed(_operation.EndTask(task), mayWait: false);
        }
        catch (Exception e)
        {
            Fail(e);
        }
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
            Target.EndSession();
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
            Target.EndSession();
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
    }

    private void LeaveGate()
    {
        if (!HoldsGate)
            return;
        HoldsGate = false;
        Instance.Gate.Release();
    }
}
