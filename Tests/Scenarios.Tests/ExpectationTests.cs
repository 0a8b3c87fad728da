using System;
using SfPerf.Metrics.Statistics;
using Xunit;

namespace SfPerf.Scenarios.Tests;

public sealed class ExpectationTests
{
    [Theory]
    [InlineData(2.1, 3.0, "Confirmed")]
    [InlineData(1.9, 3.0, "Inconclusive")]
    [InlineData(1.0, 1.9, "Contradicted")]
    public void A_bound_is_judged_by_the_whole_interval(double low, double high, string outcome) =>
        Assert.Equal(outcome, Expectation.AtLeast("", new(2.05, low, high, 0), 2).Outcome.ToString());

    [Theory]
    [InlineData(0.96, 1.04, "Confirmed")]
    [InlineData(0.94, 1.04, "Inconclusive")]
    [InlineData(1.06, 1.20, "Contradicted")]
    [InlineData(0, double.PositiveInfinity, "Inconclusive")]
    public void Alike_means_that_the_whole_interval_is_within(double low, double high, string outcome) =>
        Assert.Equal(outcome, Expectation.Within("", new(1, low, high, 1), 0.95, 1.05).Outcome.ToString());

    [Fact]
    public void The_mean_of_ratios_has_students_interval()
    {
        var estimate = GeometricMean.Paired([1, 1, 1], [Math.Exp(1), Math.Exp(2), Math.Exp(3)]);
        Assert.Equal(Math.Exp(2), estimate.Ratio, 9);
        // t(0.975, 2) = 4.302653, the error of the mean 1 / sqrt(3).
        Assert.Equal(2 - (4.302653 / Math.Sqrt(3)), Math.Log(estimate.Low), 4);
        Assert.Equal(2 + (4.302653 / Math.Sqrt(3)), Math.Log(estimate.High), 4);
        Assert.Equal(0.0742, estimate.P, 4);
    }

    [Fact]
    public void One_pair_gives_no_interval()
    {
        var estimate = GeometricMean.Paired([2], [3]);
        Assert.Equal((1.5, 0, double.PositiveInfinity), (Math.Round(estimate.Ratio, 9), estimate.Low, estimate.High));
    }
}
