using System;
using System.Linq;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Statistics;
using Xunit;

namespace SfPerf.Metrics.Tests.Statistics;

/// <summary>Windows and intervals against their definitions, on drawn series.</summary>
public sealed class SteadyWindowTests
{
    [Fact]
    public void The_cut_is_the_one_that_MSER_5_defines()
    {
        var random = new Random(21);
        var found = 0;
        for (var round = 0; round < 300; round++)
        {
            double[] series = [.. Enumerable.Range(0, 40 + random.Next(100)).Select(i =>
                100 - (60 * Math.Exp(-i / (1 + (random.NextDouble() * 30)))) + (random.NextDouble() * 20))];
            // White's definition, letter by letter: batches of five, the smallest of the sum of squares about the mean
            // of the rest divided by the square of its number, over the first half.
            double[] batches = [.. series.Chunk(5).Where(c => c.Length == 5).Select(c => c.Average())];
            var best = Enumerable.Range(0, (batches.Length / 2) + 1).MinBy(d =>
            {
                var rest = batches.Skip(d).ToArray();
                return rest.Sum(y => Math.Pow(y - rest.Average(), 2)) / Math.Pow(rest.Length, 2);
            });
            int? expected = best == batches.Length / 2 ? null : best * 5;
            Assert.Equal(expected, SteadyWindow.WarmUp(series));
            found += expected > 0 ? 1 : 0;
        }
        Assert.InRange(found, 50, 299);
    }

    // Neighbouring seconds of a store are alike. An interval that took them as independent would hold the mean in about
    // two of three such series only.
    [Theory]
    [InlineData(0, 0.92)]
    [InlineData(0.5, 0.85)]
    [InlineData(0.8, 0.80)]
    public void The_interval_of_a_mean_is_wide_enough_where_neighbours_are_alike(double correlation, double heldMin)
    {
        var random = new Random(22);
        var (given, held) = (0, 0);
        for (var round = 0; round < 500; round++)
        {
            var last = 0.0;
            var series = new double[600];
            for (var i = 0; i < series.Length; i++)
                series[i] = last = (correlation * last) + Noise(random);
            if (SteadyWindow.MeanInterval(series) is not { } interval)
                continue;
            given++;
            held += interval.Low <= 0 && interval.High >= 0 ? 1 : 0;
        }
        Assert.InRange(given, 450, 500);
        Assert.InRange((double)held / given, heldMin, 0.99);
    }

    [Theory]
    [InlineData(50)]
    [InlineData(90)]
    [InlineData(99)]
    public void The_interval_of_a_percentile_holds_it_in_95_of_100_samples(double percentile)
    {
        var random = new Random(23);
        var truth = 1000 + (percentile / 100 * 100_000);
        var held = Enumerable.Range(0, 400).Count(_ =>
        {
            var histogram = new LatencyHistogram();
            for (var i = 0; i < 2000; i++)
                histogram.Record((long)(1000 + (random.NextDouble() * 100_000)));
            var (low, high) = PercentileInterval.Of(histogram, percentile)!.Value;
            return low <= truth * 1.001 && high >= truth;
        });
        Assert.InRange(held, 370, 400);
    }

    [Fact]
    public void A_percentile_is_the_order_statistic_of_its_rank_to_a_thousandth()
    {
        var random = new Random(24);
        for (var round = 0; round < 50; round++)
        {
            long[] values = [.. Enumerable.Range(0, 1 + random.Next(3000)).Select(_ =>
                (long)Math.Exp(random.NextDouble() * 25))];
            var histogram = new LatencyHistogram();
            foreach (var value in values)
                histogram.Record(value);
            Array.Sort(values);
            foreach (var percentile in new[] { 0, 1, 25, 50, 90, 99, 99.9, 100 })
            {
                var rank = Math.Max(1, (int)Math.Ceiling(Math.BitDecrement(percentile) * values.Length / 100));
                var truth = values[rank - 1];
                Assert.InRange(histogram.ValueAt(percentile), truth, truth + (truth / 1000));
            }
        }
    }

    private static double Noise(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
