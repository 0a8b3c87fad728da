using System;
using SfPerf.Fabric.Cluster.Supervision;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Supervision;

public sealed class HeartbeatWatchTests
{
    private readonly ManualTimeProvider _time = new();
    private readonly HeartbeatWatch _watch;

    public HeartbeatWatchTests() => _watch = new(_time);

    [Fact]
    public void Silence_counts_from_the_last_heartbeat_and_not_before_the_first()
    {
        Assert.Equal(0, After(5));

        _watch.Note(debugged: false);
        Assert.Equal(0.3, After(0.3));
        Assert.Equal(0.5, After(0.2));
        _watch.Note(debugged: false);
        Assert.Equal(0.1, After(0.1));
        _watch.Forget();
        Assert.Equal(0, After(5));
    }

    [Fact]
    public void A_process_that_may_be_debugged_is_never_silent()
    {
        _watch.Note(debugged: true);
        Assert.Equal(0, After(100));
        Assert.Equal(0, After(100, late: 50));
        _watch.Note(debugged: false);
        Assert.Equal(1, After(1));
    }

    // All processes of a machine stood still: the node goes on a moment before its hosts.
    [Theory]
    [InlineData(0.6)]
    [InlineData(0.9)]
    [InlineData(600)]
    public void The_time_by_which_a_look_is_late_does_not_count(double standstill)
    {
        _watch.Note(debugged: false);
        Assert.Equal(0.05, After(0.05));
        Assert.Equal(0.1, After(standstill + 0.05, late: standstill), 6);
        Assert.Equal(0.15, After(0.05), 6);
    }

    [Fact]
    public void A_process_that_stays_silent_is_noticed_by_one_that_is_always_late()
    {
        _watch.Note(debugged: false);
        for (var look = 1; look <= 10; look++)
            Assert.Equal(0.05 * look, After(0.25, late: 0.2), 6);
    }

    [Fact]
    public void A_late_look_after_a_heartbeat_counts_nothing()
    {
        _watch.Note(debugged: false);
        _ = After(0.4);
        _watch.Note(debugged: false);
        Assert.Equal(0, After(0.1, late: 0.4));
        Assert.Equal(0.05, After(0.05), 6);
    }

    private double After(double seconds, double late = 0)
    {
        _time.Advance(TimeSpan.FromSeconds(seconds));
        return _watch.Look(TimeSpan.FromSeconds(late)).TotalSeconds;
    }
}
