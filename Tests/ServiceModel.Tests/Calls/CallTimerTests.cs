using System;
using SfPerf.ServiceModel.Client;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>The timer of a channel's calls runs on a thread where a throw ends the process.</summary>
public sealed class CallTimerTests
{
    [Fact]
    public void A_deadline_further_than_a_timer_counts_is_waited_for_in_steps()
    {
        var system = TimeProvider.System;
        using var real = new CallTimer(system, static _ => 0);
        real.Arm(system.GetTimestamp() + 100L * 24 * 3600 * system.TimestampFrequency);

        var time = new ManualTimeProvider();
        var deadline = time.GetTimestamp() + TimeSpan.FromDays(100).Ticks;
        var fired = 0;
        using var timer = new CallTimer(time, now =>
        {
            fired++;
            return now < deadline ? deadline : 0;
        });
        timer.Arm(deadline);
        time.Advance(TimeSpan.FromDays(99));
        Assert.Equal(4, fired);
        time.Advance(TimeSpan.FromDays(2));
        Assert.InRange(fired, 5, 6);
    }
}
