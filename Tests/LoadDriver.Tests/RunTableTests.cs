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
}
