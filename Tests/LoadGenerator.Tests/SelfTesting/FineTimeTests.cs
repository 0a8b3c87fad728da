using System;
using System.Collections.Concurrent;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.SelfTesting;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.SelfTesting;

public sealed class FineTimeTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task Timers_fire_in_the_order_they_are_due_and_never_early()
    {
        using var time = new FineTime();
        var fired = new ConcurrentQueue<(int Milliseconds, TimeSpan After)>();
        var start = Stopwatch.GetTimestamp();
        using var left = new CountdownEvent(3);
        var all = new TaskCompletionSource();
        var timers = new[] { 30, 10, 20 }.Select(ms => time.CreateTimer(_ =>
        {
            fired.Enqueue((ms, Stopwatch.GetElapsedTime(start)));
            if (left.Signal())
                all.SetResult();
        }, null, TimeSpan.FromMilliseconds(ms), Timeout.InfiniteTimeSpan)).ToList();
        await all.Task.WaitAsync(Limit, TestContext.Current.CancellationToken);
        Assert.Equal([10, 20, 30], fired.Select(f => f.Milliseconds));
        Assert.All(fired, f => Assert.True(f.After >= TimeSpan.FromMilliseconds(f.Milliseconds), $"{f}"));
        timers.ForEach(t => t.Dispose());
    }

    [Fact]
    public async Task A_timer_that_was_put_off_or_disposed_does_not_fire_at_its_old_time()
    {
        using var time = new FineTime();
        var fired = new ConcurrentQueue<string>();
        using var disposed = time.CreateTimer(
            _ => fired.Enqueue("disposed"), null, TimeSpan.FromMilliseconds(20), Timeout.InfiniteTimeSpan);
        disposed.Dispose();
        var changed = new TaskCompletionSource();
        using var timer = time.CreateTimer(
            _ =>
            {
                fired.Enqueue("changed");
                changed.TrySetResult();
            },
            null, TimeSpan.FromMilliseconds(20), Timeout.InfiniteTimeSpan);
        timer.Change(TimeSpan.FromMilliseconds(60), Timeout.InfiniteTimeSpan);
        await Task.Delay(TimeSpan.FromMilliseconds(40), time, TestContext.Current.CancellationToken);
        Assert.Empty(fired);
        await changed.Task.WaitAsync(Limit, TestContext.Current.CancellationToken);
        Assert.Equal(["changed"], fired);
    }
}
