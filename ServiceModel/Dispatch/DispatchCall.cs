using System.Collections.Generic;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Threading;

namespace SfPerf.ServiceModel.Dispatch;

/// <summary>Represents one request on its way through the service.</summary>
internal sealed partial class DispatchCall
{
    private readonly DispatchOperation _operation;
    private object?[] _arguments;
    private readonly MessageName _messageId;
    private readonly string? _to;
    // The further headers of the request; or what inspectors see of the call, which has them.
    private readonly object? _received;
    private long _start;
    private bool _isOnContext;

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
        _messageId = message.MessageId;
        _to = message.To;
        _received = message.Others;
    }

    /// <summary>Makes a call whose message inspectors see before its arguments are read.</summary>
    internal DispatchCall(
        DispatchEngine engine,
        DispatchOperation operation,
        IncomingMessage message,
        Message request,
        IReplyTarget target)
        : this(engine, operation, message, [], target) =>
        _received = new CallInspection(engine, operation, request);

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

    /// <summary>Gets whether the call may not run on the thread that received it.</summary>
    internal bool RunsApart => Engine.Context is not null || _operation.HoldsThread;

    /// <summary>Gets or sets the headers that go with the reply.</summary>
    internal MessageHeaders? OutgoingHeaders { get; set; }

    private CallInspection? Inspection => _received as CallInspection;

    // Without addressing the message does not say where it was sent: it came to the endpoint's address.
    internal MessageHeaders MakeHeaders() => Inspection?.Request.Headers ?? new(
        Engine.Version,
        _operation.Operation.RequestAction.Value,
        _messageId,
        default,
        _to ?? Engine.DefaultTo,
        _received as List<HeaderElement>);

    /// <summary>Runs the operation on this thread, to its end or to its first wait.</summary>
    internal void Run()
    {
        Volatile.Write(ref _start, Engine.Time.GetTimestamp());
        try
        {
            object? returned;
            using (OperationContext.Enter(new(this), _operation.IsTask))
            {
                if (Inspection is { } inspection)
                    _arguments = inspection.Begin(Target.Channel, Instance);
                returned = _operation.Invoke(Instance.UserObject, _arguments);
            }

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

    /// <summary>Has the operation run on the engine's context, else on a thread that it may hold.</summary>
    /// <param name="ended">Called when the operation has ended or waits for the first time.</param>
    internal void QueueRun(Action? ended = null)
    {
        if (Engine.Context is { } context)
        {
            PostRun(context, ended);
            return;
        }

        OperationThreads.Queue(() =>
        {
            Run();
            ended?.Invoke();
        });
    }

    private void PostRun(SynchronizationContext context, Action? ended)
    {
        context.OperationStarted();
        _isOnContext = true;
        try
        {
            context.Queue(() => RunOn(context, ended));
        }
        catch (Exception e)
        {
            // The context takes no more work, as when its thread has ended.
            Fail(e);
            ended?.Invoke();
        }
    }

    // Awaits in the operation come back to the context, also to one that does not say itself that it is the current.
    private void RunOn(SynchronizationContext context, Action? ended)
    {
        var before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(context);
        try
        {
            Run();
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(before);
            ended?.Invoke();
        }
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
}
