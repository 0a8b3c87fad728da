using System.Reflection;
using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;
using System.Threading.Tasks;
using SfPerf.Platform;
using SfPerf.ServiceModel.Contracts;

namespace SfPerf.ServiceModel.Dispatch;

/// <summary>Represents one operation as a service calls it.</summary>
internal sealed class DispatchOperation
{
    /// <summary>What takes no longer than this may run on a thread that is needed for other things.</summary>
    internal static readonly TimeSpan ShortTime = TimeSpan.FromMilliseconds(0.2);

    private static readonly TimeSpan LongTime = TimeSpan.FromMilliseconds(1);

    private readonly Func<object, object?[], object?> _invoke;
    private readonly Func<Task, object?>? _resultOf;

    internal DispatchOperation(OperationDescription operation)
    {
        Operation = operation;
        var method = operation.TaskMethod ?? operation.SyncMethod;
        IsTask = operation.TaskMethod is not null || method is null;
        HoldsThread = !IsTask;
        Type result;
        if (method is null)
        {
            _invoke = new AsyncPair(operation).InvokeAsync;
            result = typeof(object);
        }
        else
        {
            var invoker = MethodInvoker.Create(method);
            _invoke = (instance, arguments) => invoker.Invoke(instance, arguments.AsSpan());
            result = OperationSignature.ResultOf(method);
        }

        if (IsTask && result != typeof(void))
        {
            _resultOf = typeof(DispatchOperation)
                .GetMethod(nameof(ResultOf), BindingFlags.Static | BindingFlags.NonPublic)!
                .MakeGenericMethod(result).CreateDelegate<Func<Task, object?>>();
        }

        // Made now, so that a wrong contract fails at Open and not at the first call.
        Formatter = operation.Formatter;
        IsInspected = MustBeMessage;
    }

    internal OperationDescription Operation { get; }

    internal OperationFormatter Formatter { get; }

    internal bool IsTask { get; }

    /// <summary>Gets whether a call is made an object of <see cref="System.ServiceModel.Channels.Message"/>, because
    /// somebody sees it or the operation takes or returns one.</summary>
    internal bool IsInspected { get; private set; }

    // An operation of any action learns the action from the message.
    private bool MustBeMessage =>
        Formatter.NeedsMessage || Operation.RequestAction.Value == MessageCodec.AnyAction;

    internal IParameterInspector[] ParameterInspectors { get; private set; } = [];

    /// <summary>Gets whether the operation may hold its thread for long: then it gets a thread of its own, lest it
    /// keep the pool from reading sockets. So it is with a synchronous one till a call of it was short.</summary>
    internal bool HoldsThread { get; private set; }

    internal void Inspect(bool messages, IParameterInspector[] parameters)
    {
        ParameterInspectors = parameters;
        IsInspected = messages || parameters.Length > 0 || MustBeMessage;
    }

    internal object? Invoke(object instance, object?[] arguments) => _invoke(instance, arguments);

    /// <summary>Gets the result of a task that has ended.</summary>
    internal object? EndTask(Task task)
    {
        if (_resultOf is not null)
            return _resultOf(task);
        Blocking.End(task);
        return null;
    }

    internal void Observe(TimeSpan elapsed)
    {
        if (IsTask)
            return;
        if (elapsed > LongTime)
            HoldsThread = true;
        else if (elapsed < ShortTime && HoldsThread)
            HoldsThread = false;
    }

    private static object? ResultOf<T>(Task task) => Blocking.End((Task<T>)task);
}
