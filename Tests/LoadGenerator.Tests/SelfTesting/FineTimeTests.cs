using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
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
        // Each is due between these two, which a busy machine may set far apart.
        var (earliest, latest) = (new Dictionary<int, TimeSpan>(), new Dictionary<int, TimeSpan>());
        var timers = new[] { 30, 10, 20 }.Select(ms =>
        {
            var length = TimeSpan.FromMilliseconds(ms);
            earliest[ms] = Stopwatch.GetElapsedTime(start) + length;
            var timer = time.CreateTimer(_ =>
            {
                fired.Enqueue((ms, Stopwatch.GetElapsedTime(start)));
                if (left.Signal())
                    all.SetResult();
            }, null, length, Timeout.InfiniteTimeSpan);
            latest[ms] = Stopwatch.GetElapsedTime(start) + length;
            return timer;
        }).ToList();
        await all.Task.WaitAsync(Limit, TestContext.Current.CancellationToken);
        var order = fired.Select(f => f.Milliseconds).ToArray();
        Assert.Equal([10, 20, 30], order.Order());
        Assert.All(order.Zip(order.Skip(1)), p => Assert.True(earliest[p.First] <= latest[p.Second], $"{p}"));
        Assert.All(fired, f => Assert.True(f.After >= earliest[f.Milliseconds], $"{f}"));
        timers.ForEach(t => t.Dispose());
    }

    [Fact]
    public async Task A_timer_that_was_put_off_or_disposed_does_not_fire_at_its_old_time()
    {
        using var time = new FineTime();
        var fired = new ConcurrentQueue<string>();
        var old = TimeSpan.FromSeconds(1);
        // Set first, so that it is due before the one that is put off however long the lines between take.
        using var marker = time.CreateTimer(
            _ => fired.Enqueue("the old time is over"), null, old * 1.2, Timeout.InfiniteTimeSpan);
        using var disposed = time.CreateTimer(
            _ => fired.Enqueue("disposed"), null, old, Timeout.InfiniteTimeSpan);
        disposed.Dispose();
        var changed = new TaskCompletionSource();
        using var timer = time.CreateTimer(
            _ =>
            {
                fired.Enqueue("changed");
                changed.TrySetResult();
            },
            null, old, Timeout.InfiniteTimeSpan);
        timer.Change(old * 1.4, Timeout.InfiniteTimeSpan);
        await changed.Task.WaitAsync(Limit, TestContext.Current.CancellationToken);
        Assert.Equal(["the old time is over", "changed"], fired);
    }
}
