using System;
using System.Linq;
using SfPerf.Metrics.Statistics;
using Xunit;

namespace SfPerf.Metrics.Tests.Statistics;

public sealed class ChangePointTests
{
    [Fact]
    public void A_step_is_found_where_it_is()
    {
        var points = ChangePoints.Of(Noisy(1, 200, i => i < 80 ? 100 : i < 150 ? 110 : 95));
        Assert.Equal([80, 150], points.Select(p => p.Index));
        Assert.InRange(points[0].Ratio, 1.09, 1.11);
        Assert.InRange(points[1].Ratio, 0.85, 0.88);
        Assert.All(points, p => Assert.InRange(p.P, 0, 0.001));
    }

    [Fact]
    public void Series_without_a_change_have_none()
    {
        var found = Enumerable.Range(1, 40).Sum(seed => ChangePoints.Of(Noisy(seed, 100, _ => 100)).Count);
        Assert.InRange(found, 0, 4);
    }

    [Fact]
    public void A_change_too_small_to_matter_is_left_out()
    {
        var series = Noisy(3, 60, i => i < 30 ? 100 : 103);
        Assert.Single(ChangePoints.Of(series));
        Assert.Empty(ChangePoints.Of(series, minMagnitude: 0.05));
    }

    [Fact]
    public void Short_and_constant_series_are_borne()
    {
        Assert.Empty(ChangePoints.Of([]));
        Assert.Empty(ChangePoints.Of([1]));
        Assert.Empty(ChangePoints.Of([.. Enumerable.Repeat(5.0, 30)]));
        Assert.Equal(10, Assert.Single(
            ChangePoints.Of([.. Enumerable.Range(0, 20).Select(i => i < 10 ? 1.0 : 2.0)])).Index);
    }

    private static double[] Noisy(int seed, int length, Func<int, double> mean)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, length).Select(i => mean(i) + random.NextDouble() + random.NextDouble() - 1)];
    }
}
