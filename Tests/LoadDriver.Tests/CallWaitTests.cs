using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadDriver.Targets;
using Xunit;

namespace SfPerf.LoadDriver.Tests;

public sealed class CallWaitTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task Ends_when_the_call_ends_well_or_not()
    {
        using var cancel = new CancellationTokenSource();
        var good = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var bad = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var first = CallWait.UntilEndAsync(good.Task, cancel.Token).AsTask();
        var second = CallWait.UntilEndAsync(bad.Task, cancel.Token).AsTask();
        Assert.False(first.IsCompleted);
        good.SetResult();
        bad.SetException(new TimeoutException());
        await first.WaitAsync(Limit);
        await second.WaitAsync(Limit);
    }

    [Fact]
    public async Task A_cancelled_wait_leaves_its_call_and_the_next_wait_is_its_own()
    {
        using var cancel = new CancellationTokenSource();
        var slow = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var abandoned = CallWait.UntilEndAsync(slow.Task, cancel.Token).AsTask();
        await cancel.CancelAsync();
        await Assert.ThrowsAsync<OperationCanceledException>(() => abandoned.WaitAsync(Limit));
        var next = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var waiting = CallWait.UntilEndAsync(next.Task, CancellationToken.None).AsTask();
        slow.SetException(new TimeoutException());
        Assert.False(waiting.IsCompleted);
        next.SetResult();
        await waiting.WaitAsync(Limit);
    }

    [Fact]
    public async Task Ends_and_cancellations_at_once_lose_no_wait()
    {
        for (var i = 0; i < 2000; i++)
        {
            using var cancel = new CancellationTokenSource();
            var call = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            var wait = CallWait.UntilEndAsync(call.Task, cancel.Token).AsTask();
            var end = Task.Run(call.SetResult);
            var stop = Task.Run(cancel.Cancel);
            await Task.WhenAll(end, stop);
            try
            {
                await wait.WaitAsync(Limit);
            }
            catch (OperationCanceledException)
            {
                Assert.True(cancel.IsCancellationRequested);
            }
        }
    }
}
