using System.Threading.Tasks;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>A call whose caller holds a task.</summary>
internal abstract class TaskCall(ReplyReader reply, object?[] arguments) : PendingCall(reply, arguments)
{
    internal abstract Task Task { get; }
}

/// <summary>A call whose caller holds a task of a result.</summary>
internal sealed class TaskCall<T>(ReplyReader reply, object?[] arguments) : TaskCall(reply, arguments)
{
    // Continuations are user code: they must not run on the read loop, which other callers wait for.
    private readonly TaskCompletionSource<T?> _source = new(TaskCreationOptions.RunContinuationsAsynchronously);

    internal override Task Task => _source.Task;

    internal override void Succeed(object? result) => _source.TrySetResult(result is null ? default : (T)result);

    internal override void Fail(Exception error) => _source.TrySetException(error);
}
