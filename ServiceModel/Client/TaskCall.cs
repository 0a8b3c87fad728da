using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>A call whose caller holds a task.</summary>
internal abstract class TaskCall(ReplyReader reply, object?[] arguments) : PendingCall(reply, arguments)
{
    internal abstract Task Task { get; }
}

/// <summary>A call whose caller holds a task of a result.</summary>
internal class TaskCall<T>(ReplyReader reply, object?[] arguments) : TaskCall(reply, arguments)
{
    // Continuations are user code: they must not run on the read loop, which other callers wait for.
    private readonly TaskCompletionSource<T?> _source = new(TaskCreationOptions.RunContinuationsAsynchronously);

    internal override Task Task => _source.Task;

    internal override void Succeed(object? result) => _source.TrySetResult(result is null ? default : (T)result);

    internal override void Fail(Exception error) => _source.TrySetException(error);
}

/// <summary>A call that ends its session: its caller learns of its end when the channel is closed.</summary>
internal sealed class TerminatingCall<T>(ReplyReader reply, object?[] arguments, ServiceChannel channel)
    : TaskCall<T>(reply, arguments)
{
    internal override void Succeed(object? result) => _ = CloseThenAsync(() => base.Succeed(result));

    // Without an answer the session is not over.
    internal override void Fail(Exception error)
    {
        if (error is FaultException)
            _ = CloseThenAsync(() => base.Fail(error));
        else
            base.Fail(error);
    }

    // Not on the read loop: the close waits for its end.
    private Task CloseThenAsync(Action tell) => Task.Run(async () =>
    {
        try
        {
            await channel.CloseQuietlyAsync().ConfigureAwait(false);
        }
        finally
        {
            tell();
        }
    });
}
