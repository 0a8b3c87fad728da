using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using SfPerf.LoadDriver.Runs;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.LoadDriver.Tests;

public sealed class RunTableTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task A_run_that_nobody_asks_for_is_ended_and_forgotten()
    {
        var time = new ManualTimeProvider();
        var target = new TestTarget();
        await using var runs = new RunTable(_ => target, time);
        runs.Start("r", RunningDriver.Request());
        await runs.Get("r").Work.WaitAsync(Limit);
        time.Advance(TimeSpan.FromSeconds(50));
        runs.Get("r").Result();
        time.Advance(TimeSpan.FromSeconds(50));
        Assert.NotNull(runs.Get("r"));
        time.Advance(TimeSpan.FromSeconds(15));
        await target.Disposed.WaitAsync(Limit);
        Assert.Throws<KeyNotFoundException>(() => runs.Get("r"));
    }

    [Fact]
    public async Task A_second_client_is_told_who_measures_the_service_and_since_when()
    {
        var time = new ManualTimeProvider();
        await using var runs = new RunTable(_ => new TestTarget(), time);
        var request = RunningDriver.Request();
        request.Owner = "anna on build1 (process 7)";
        runs.Start("one-0", request);
        runs.Start("one-0", request);
        runs.Start("one-1", RunningDriver.Request());
        time.Advance(TimeSpan.FromSeconds(50));

        var refused = Assert.Throws<InvalidOperationException>(() => runs.Start("two-0", RunningDriver.Request()));

        Assert.Equal("fabric:/Test/Store has been measured by anna on build1 (process 7) since 2026-01-01 00:00:00 "
            + "UTC, and two at once would overwrite each other's keys. Wait for its end; a run whose client is gone "
            + "ends 60 s after it was last asked for.", refused.Message);
        var other = RunningDriver.Request();
        other.ServiceName = "fabric:/Test/Other";
        runs.Start("two-0", other);
        await runs.RemoveAsync("one-0").WaitAsync(Limit);
        await runs.RemoveAsync("one-1").WaitAsync(Limit);
        runs.Start("three-0", RunningDriver.Request());
        // A run that has ended touches no key any more.
        runs.Get("three-0").Cancel();
        await runs.Get("three-0").Work.WaitAsync(Limit);
        runs.Start("four-0", RunningDriver.Request());
    }

    [Fact]
    public async Task A_run_that_cannot_be_ended_keeps_no_other_from_being_forgotten()
    {
        var time = new ManualTimeProvider();
        var never = new TaskCompletionSource();
        var targets = new Queue<TestTarget>(
        [
            new() { Dispose = () => throw new InvalidOperationException("The target cannot be closed.") },
            new() { Dispose = () => new(never.Task) },
            new(),
            new(),
        ]);
        var started = targets.ToArray();
        var runs = new RunTable(_ => targets.Dequeue(), time);
        await StartAsync("throws");
        await StartAsync("hangs");
        await StartAsync("after");
        time.Advance(TimeSpan.FromSeconds(70));
        foreach (var target in started[..3])
            await target.Disposed.WaitAsync(Limit);
        await StartAsync("later");
        time.Advance(TimeSpan.FromSeconds(70));
        await started[3].Disposed.WaitAsync(Limit);
        Assert.Throws<KeyNotFoundException>(() => runs.Get("later"));
        never.SetResult();
        await runs.DisposeAsync().AsTask().WaitAsync(Limit);

        async Task StartAsync(string id)
        {
            var request = RunningDriver.Request();
            request.ServiceName = $"fabric:/Test/{id}";
            runs.Start(id, request);
            await runs.Get(id).Work.WaitAsync(Limit);
        }
    }
}
