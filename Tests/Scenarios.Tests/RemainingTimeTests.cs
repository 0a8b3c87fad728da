using System;
using Xunit;

namespace SfPerf.Scenarios.Tests;

public sealed class RemainingTimeTests
{
    private static RemainingTime TwoBlocksTwice() => new([new("a", 10), new("b", 30)], 2);

    [Fact]
    public void Before_anything_is_measured_the_guess_stands() =>
        Assert.Equal((80.0, 80.0),
            (TwoBlocksTwice().Guess.TotalSeconds, TwoBlocksTwice().Estimate().TotalSeconds));

    [Fact]
    public void What_was_not_measured_yet_is_guessed_as_wrongly_as_what_was()
    {
        var remaining = TwoBlocksTwice();
        remaining.Report("a", 5);
        Assert.Equal(5 + (2 * 15), remaining.Estimate().TotalSeconds);
    }

    [Fact]
    public void Later_rounds_take_what_the_earlier_ones_took()
    {
        var remaining = TwoBlocksTwice();
        remaining.Report("a", 5);
        remaining.Report("b", 7);
        remaining.Report("b", 9);
        Assert.Equal(5, remaining.Estimate().TotalSeconds);
        remaining.Report("a", 1);
        Assert.Equal(0, remaining.Estimate().TotalSeconds);
    }

    [Fact]
    public void What_runs_again_in_a_round_makes_the_round_longer_and_not_the_rest_shorter()
    {
        var remaining = TwoBlocksTwice();
        remaining.Report("a", 5);
        remaining.Report("a", 7, again: true);
        remaining.Report("b", 30);
        Assert.Equal(12 + 30, remaining.Estimate().TotalSeconds);
    }

    [Theory]
    [InlineData(0.2, "1 s")]
    [InlineData(119, "119 s")]
    [InlineData(754, "13 min")]
    public void Time_is_told_in_seconds_or_minutes(double seconds, string text) =>
        Assert.Equal(text, RemainingTime.Text(TimeSpan.FromSeconds(seconds)));
}
