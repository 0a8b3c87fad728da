using System;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Gateway;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Management;

public sealed class EntryPointRunsTests
{
    private static readonly DateTimeOffset Begin = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    [Fact]
    public void Starts_and_ends_are_counted_with_their_times()
    {
        var runs = EntryPointRuns.None.NotStarted(At(0)).NotStarted(At(1)).Started(7, At(2)).Ended(0, At(3))
            .Started(8, At(4)).Ended(137, At(5)).Started(9, At(6));

        Assert.Equal((9, 3, 2, 0), (runs.ProcessId, runs.Starts, runs.FailedStarts, runs.FailedStartsInARow));
        Assert.Equal((2, 1, 1, 137), (runs.Ends, runs.FailedEnds, runs.FailedEndsInARow, runs.LastExitCode));
        Assert.Equal((At(6), At(6), At(5), At(3)),
            (runs.LastStart, runs.LastGoodStart, runs.LastEnd, runs.LastGoodEnd));
        Assert.Equal((0, 1, At(7), At(6)), (runs.NotStarted(At(7)).ProcessId,
            runs.NotStarted(At(7)).FailedStartsInARow, runs.NotStarted(At(7)).LastStart,
            runs.NotStarted(At(7)).LastGoodStart));
    }

    [Fact]
    public void Each_run_has_an_instance_of_its_own_even_when_the_clock_goes_back()
    {
        var first = EntryPointRuns.None.Started(7, At(5));
        var second = first.Ended(0, At(5)).Started(7, At(5));
        var third = second.Ended(0, At(1)).Started(7, At(1));

        Assert.True(first.Instance < second.Instance && second.Instance < third.Instance, $"{first} {second} {third}");
    }

    [Fact]
    public void An_end_that_nobody_saw_is_a_failed_one_and_no_process_ends_twice()
    {
        var runs = EntryPointRuns.None.Started(7, At(0)).Ended(3, At(1)).Started(8, At(2)).Ended(null, At(3));

        Assert.Equal((0, 2, 2, 3), (runs.ProcessId, runs.Ends, runs.FailedEndsInARow, runs.LastExitCode));
        Assert.Equal(runs, runs.Ended(0, At(4)));
    }

    private static DateTimeOffset At(int seconds) => Begin.AddSeconds(seconds);
}
