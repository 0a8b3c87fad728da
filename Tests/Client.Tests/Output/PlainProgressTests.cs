using System;
using System.IO;
using SfPerf.Client.Output;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Client.Tests.Output;

public sealed class PlainProgressTests
{
    [Fact]
    public void One_line_a_second_with_the_rate_since_the_last_line()
    {
        var time = new ManualTimeProvider();
        using var output = new StringWriter { NewLine = "\n" };
        using var view = new PlainProgress(output, time);
        view.Show(new("write", 100, 0, 4000, 0.1));
        view.Show(new("write", 1000, 0, 4000, 1.0));
        time.Advance(TimeSpan.FromSeconds(0.5));
        view.Show(new("write", 2000, 0, 4000, 1.5));
        time.Advance(TimeSpan.FromSeconds(0.5));
        view.Show(new("write", 3000, 10, 4000, 2.0));
        view.Show(new("write", 3990, 10, 4000, 2.5));
        view.Show(new("write", 3990, 10, 4000, 2.5));
        Assert.Equal(
            "   1.0 s  write          1,000 of 4,000 (25 %)  1,000 ops/s, about 3 s left\n"
            + "   2.0 s  write          3,000 of 4,000 (75 %)  2,000 ops/s  10 failed\n"
            + "   2.5 s  write          3,990 of 4,000 (100 %)  1,980 ops/s  10 failed\n", output.ToString());
    }

    [Fact]
    public void Percent_are_of_the_time_where_that_ends_the_phase_first()
    {
        var sample = new ProgressSample("write", 54_744, 0, 100_000_000, 1.5) { SecondsMax = 10 };
        Assert.Equal("   1.5 s  write         54,744 (15 % of 10 s)  36,496 ops/s, about 9 s left",
            PlainProgress.Line(sample, null));
    }

    [Theory]
    [InlineData(1000, 0, 1, 0, ", about 3 s left")]
    [InlineData(1000, 0, 1, 3, ", about 2 s left")]
    [InlineData(900, 100, 200, 0, ", about 10 min left")]
    [InlineData(3900, 0, 10, 0, "")]
    [InlineData(0, 0, 10, 0, "")]
    public void The_rest_of_a_phase_takes_its_rate_so_far_or_ends_when_it_is_cut_off(
        long completed, long failed, double seconds, int secondsMax, string left) =>
        Assert.Equal(left, new ProgressSample("write", completed, failed, 4000, seconds)
        {
            SecondsMax = secondsMax,
        }.Left);

    [Theory]
    [InlineData(1000, 4000, 1, 0, 0.25)]
    [InlineData(1000, 4000, 9, 10, 0.9)]
    [InlineData(4000, 4000, 1, 10, 1)]
    [InlineData(1000, 0, 5, 10, 0.5)]
    [InlineData(1000, 0, 5, 0, 1)]
    public void A_phase_is_as_far_as_its_operations_or_its_time(
        long completed, long total, double seconds, int secondsMax, double share) =>
        Assert.Equal(share, new ProgressSample("write", completed, 0, total, seconds)
        {
            SecondsMax = secondsMax,
        }.Share, 9);
}
