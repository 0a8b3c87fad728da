using System;
using System.Linq;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Management;

public sealed class ReplicaPausesTests
{
    private readonly ManualTimeProvider _time = new();

    // Opening succeeds each time and the role fails: 45 s held 342 elections of it.
    [Fact]
    public void A_replica_that_fails_each_time_it_serves_is_opened_a_dozen_times_in_a_minute()
    {
        var pauses = new ReplicaPauses(_time);
        var start = _time.GetTimestamp();
        var attempts = 0;
        for (; _time.GetElapsedTime(start) < TimeSpan.FromMinutes(1); attempts++)
        {
            pauses.Note(7, serves: true);
            _time.Advance(TimeSpan.FromMilliseconds(30));
            var pause = pauses.Next(7);
            Assert.InRange(pause, ReplicaPauses.First, ReplicaPauses.Max);
            _time.Advance(pause);
        }
        Assert.InRange(attempts, 8, 13);
    }

    [Fact]
    public void A_replica_that_has_served_for_a_while_begins_with_the_shortest_pause_again()
    {
        var pauses = new ReplicaPauses(_time);
        for (var i = 0; i < 6; i++)
            _ = pauses.Next(7);
        pauses.Note(7, serves: true);
        _time.Advance(ReplicaPauses.Proof);
        Assert.True(pauses.IsProved(7));
        Assert.Equal(ReplicaPauses.First, pauses.Next(7));
        Assert.False(pauses.IsProved(7));
    }

    [Fact]
    public void Each_replica_pauses_for_itself()
    {
        var pauses = new ReplicaPauses(_time);
        Assert.Equal([100, 200, 400], new[] { pauses.Next(7), pauses.Next(7), pauses.Next(7) }
            .Select(p => (int)p.TotalMilliseconds));
        Assert.Equal(ReplicaPauses.First, pauses.Next(8));
    }
}
