using System;
using SfPerf.Reports.Thresholds;
using Xunit;

namespace SfPerf.Reports.Tests.Thresholds;

public sealed class ThresholdTests
{
    [Theory]
    [InlineData("write:p(99) < 20ms", true)]
    [InlineData("write:p(99)<0.02s", true)]
    [InlineData("write:p(99) < 5ms", false)]
    [InlineData("p(95) < 8ms", true)]
    [InlineData("p(99.9) < 10ms", false)]
    [InlineData("write:rate >= 600", true)]
    [InlineData("rate > 1000", false)]
    [InlineData("read:count == 24000", true)]
    [InlineData("errors < 0.1%", true)]
    [InlineData("errors < 0.001%", false)]
    [InlineData("read:med < 3ms", true)]
    [InlineData("delete:med < 3ms", false)]
    [InlineData("write:p(99.99) < 1s", false)]
    [InlineData("read:min > 0", true)]
    [InlineData("errors == 0", false)]
    public void A_threshold_holds_or_not(string text, bool passed)
    {
        var record = Threshold.Parse(text).Test(Samples.Run());
        Assert.Equal((text, passed), (record.Expression, record.Passed));
    }

    [Fact]
    public void The_value_that_breaks_a_threshold_is_the_one_shown()
    {
        var record = Threshold.Parse("rate > 1000").Test(Samples.Run());
        Assert.Equal(600, record.Value);
        Assert.Null(Threshold.Parse("delete:rate > 1").Test(Samples.Run()).Value);
    }

    [Theory]
    [InlineData("")]
    [InlineData("p99 < 5ms")]
    [InlineData("p(101) < 5ms")]
    [InlineData("rate < 5ms")]
    [InlineData("avg < 5%")]
    [InlineData("write:p(99) < five")]
    [InlineData("write:p(99) < 20")]
    [InlineData("errors <= 0.1")]
    [InlineData("errors <= 101%")]
    public void What_is_no_threshold_is_refused_by_name(string text)
    {
        Assert.Contains($"'{text}'", Assert.Throws<FormatException>(() => Threshold.Parse(text)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_bound_without_a_unit_is_refused_with_one_that_was_probably_meant()
    {
        Assert.Equal("'write:p(99) < 20': the bound has no unit, write it as 20ms (or ns, us, s).",
            Assert.Throws<FormatException>(() => Threshold.Parse("write:p(99) < 20")).Message);
        Assert.Equal("'errors <= 0.1': the bound has no unit, write it as 0.1% (of all operations).",
            Assert.Throws<FormatException>(() => Threshold.Parse("errors <= 0.1")).Message);
    }
}
