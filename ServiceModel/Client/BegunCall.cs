using System.ServiceModel.Dispatcher;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace SfPerf.ServiceModel.Client;

/// <summary>Represents what a proxy's Begin returns and its End takes.</summary>
internal sealed class BegunCall(ClientOperation operation, object?[] arguments, object? state) : IAsyncResult
{
    private Task _task = Task.CompletedTask;

    public object? AsyncState => state;

    public WaitHandle AsyncWaitHandle => ((IAsyncResult)_task).AsyncWaitHandle;

    public bool CompletedSynchronously => false;

    public bool IsCompleted => _task.IsCompleted;

    /// <summary>Takes the task of the call; the callback runs when it ends, on a thread of the pool.</summary>
    internal void Run(Task task, AsyncCallback? callback)
    {
        _task = task;
        if (ExceptionHandler.Guard(callback) is { } guarded)
            task.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() => guarded(this));
    }

    /// <summary>Waits for the call, gives the out and ref arguments to End's and returns the result.</summary>
    internal object? End(ClientOperation end, object?[] taken)
    {
        if (operation.Operation != end.Operation)
            throw new ArgumentException($"The result is not one of Begin{end.Operation.Name}.", nameof(taken));
        Blocking.Wait(_task);
        for (var i = 0; i < end.Places.Length; i++)
            taken[i] = arguments[end.Places[i]];
        return _task is Task<object?> withResult ? Blocking.End(withResult) : null;
    }
}
