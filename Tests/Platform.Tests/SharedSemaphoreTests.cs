using System;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Platform.Tests;

public sealed class SharedSemaphoreTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);
    private readonly nint _memory = Allocate();

    public SharedSemaphoreTests() => Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs Linux");

    public unsafe void Dispose() => NativeMemory.AlignedFree((void*)_memory);

    [Fact]
    public void Each_post_lets_one_wait_go_on()
    {
        var semaphore = SharedSemaphore.Create(_memory);
        semaphore.Post();
        semaphore.Post();
        Assert.True(semaphore.Wait(TimeSpan.Zero));
        Assert.True(new SharedSemaphore(_memory).Wait(TimeSpan.Zero));
        Assert.False(semaphore.Wait(TimeSpan.FromMilliseconds(1)));
    }

    [Fact]
    public async Task A_wait_that_has_begun_ends_with_the_post()
    {
        var semaphore = SharedSemaphore.Create(_memory);
        var waiting = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var ended = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        new Thread(() =>
        {
            waiting.SetResult();
            ended.SetResult(semaphore.Wait(Limit));
        }).Start();
        await waiting.Task;
        semaphore.Post();
        Assert.True(await ended.Task.WaitAsync(Limit, TestContext.Current.CancellationToken));
    }

    private static unsafe nint Allocate() => (nint)NativeMemory.AlignedAlloc(SharedSemaphore.Bytes, 64);
}
