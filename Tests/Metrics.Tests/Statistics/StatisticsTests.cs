using System;
using System.Linq;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Statistics;
using Xunit;

namespace SfPerf.Metrics.Tests.Statistics;

public sealed class StatisticsTests
{
    [Theory]
    [InlineData(3, 0.1)]
    [InlineData(4, 0.0286)]
    [InlineData(5, 0.0079)]
    [InlineData(6, 0.0022)]
    public void The_smallest_probability_the_exact_U_test_reaches_is_that_of_the_tables(int n, double p)
    {
        double[] low = [.. Enumerable.Range(0, n).Select(i => (double)i)];
        double[] high = [.. Enumerable.Range(100, n).Select(i => (double)i)];
        Assert.Equal(p, MannWhitney.Test(low, high).P, 4);
        Assert.Equal(0, MannWhitney.Test(low, high).U);
    }

    [Fact]
    public void The_U_test_gives_what_scipy_gives()
    {
        double[] a = [19, 22, 16, 29, 24];
        double[] b = [20, 11, 17, 12];
        var (u, p) = MannWhitney.Test(a, b);
        Assert.Equal(17, u);
        Assert.Equal(0.1111111111111111, p, 12);
    }

    [Fact]
    public void The_U_test_with_ties_takes_the_normal_form()
    {
        var (u, p) = MannWhitney.Test([1, 2, 2, 3, 5], [2, 4, 5, 6, 7]);
        Assert.Equal(4.5, u);
        // z = (|4.5 - 12.5| - 0.5) / sqrt(25/12 * (11 - (24 + 6) / 90)) = 1.5910
        Assert.Equal(0.1116, p, 4);
    }

    [Fact]
    public void The_signed_rank_test_gives_what_the_tables_give()
    {
        Assert.Equal(0.0078125, Wilcoxon.Test([1, 2, 3, 4, 5, 6, 7, 8]).P);
        Assert.Equal(1, Wilcoxon.Test([0, 0]).P);
        // W = 1 + 2 + 3 of 8: 14 of 256 sums are at most 6.
        Assert.Equal(2 * 14 / 256.0, Wilcoxon.Test([1, 2, 3, -4, -5, -6, -7, -8]).P, 12);
    }

    [Fact]
    public void A_ratio_comes_with_an_interval_that_holds_it()
    {
        double[] a = [100, 101, 99, 102, 98, 100.5, 99.5, 101.5, 98.5, 100.2];
        double[] b = [.. a.Select((v, i) => v * (1.1 + ((i - 4.5) / 1000)))];
        var paired = HodgesLehmann.Paired(a, b);
        Assert.Equal(1.1, paired.Ratio, 3);
        Assert.InRange(paired.Low, 1.09, 1.1);
        Assert.InRange(paired.High, 1.1, 1.11);
        Assert.Equal(2 / 1024.0, paired.P, 12);
        var unpaired = HodgesLehmann.Unpaired(a, b);
        Assert.InRange(unpaired.Low, 1.05, 1.1);
        Assert.InRange(unpaired.High, 1.1, 1.15);
    }

    [Fact]
    public void Too_few_values_have_no_interval()
    {
        var estimate = HodgesLehmann.Unpaired([1, 2], [3, 4]);
        Assert.Equal((0d, double.PositiveInfinity), (estimate.Low, estimate.High));
    }

    [Fact]
    public void Holm_multiplies_the_smallest_most_and_never_falls()
    {
        Assert.Equal([0.03, 0.06, 0.06], Holm.Adjust([0.01, 0.04, 0.03]).Select(p => Math.Round(p, 10)));
        Assert.Equal([1d, 1d], Holm.Adjust([0.9, 0.8]));
    }

    [Theory]
    [InlineData(0.90, 0.92, 0.001, true, Verdict.Regressed)]
    [InlineData(0.90, 0.92, 0.001, false, Verdict.Improved)]
    [InlineData(1.08, 1.2, 0.001, true, Verdict.Improved)]
    [InlineData(0.98, 1.02, 0.9, true, Verdict.Same)]
    [InlineData(0.96, 0.99, 0.001, true, Verdict.Same)]
    [InlineData(0.90, 0.97, 0.001, true, Verdict.Inconclusive)]
    [InlineData(0.90, 0.92, 0.2, true, Verdict.Inconclusive)]
    public void A_verdict_needs_the_interval_and_the_test(
        double low, double high, double p, bool higherIsBetter, Verdict verdict)
    {
        var rule = new VerdictRule(0.05, 0.05);
        var estimate = new RatioEstimate(Math.Sqrt(low * high), low, high, p);
        Assert.Equal(verdict, rule.Decide(estimate, p, 10, higherIsBetter));
        Assert.Equal(Verdict.Inconclusive, rule.Decide(estimate, p, 3, higherIsBetter));
    }

    [Fact]
    public void Warm_up_is_cut_where_the_series_settles()
    {
        double[] series = [.. Enumerable.Range(0, 60).Select(i => i < 10 ? i * 10.0 : 100 + (i % 3))];
        Assert.Equal(10, SteadyWindow.WarmUp(series));
        Assert.Null(SteadyWindow.WarmUp([.. Enumerable.Range(0, 60).Select(i => (double)i)]));
        Assert.Null(SteadyWindow.WarmUp([1, 2, 3]));
        Assert.Equal(0, SteadyWindow.WarmUp([.. Enumerable.Range(0, 60).Select(i => 100.0 + (i % 2))]));
    }

    [Fact]
    public void Whatever_the_warm_up_it_is_cut_and_noise_seldom_hides_that_the_rest_is_steady()
    {
        var random = new Random(6);
        var hidden = 0;
        for (var i = 0; i < 200; i++)
        {
            var (warmUp, length, level) = (random.Next(0, 20), random.Next(60, 200), random.NextDouble() * 1e6);
            // It starts at half the rate and comes near the level; then noise of up to 2 %.
            var cut = SteadyWindow.WarmUp([.. Enumerable.Range(0, length).Select(s =>
                level * (s < warmUp ? 0.5 + (0.4 * s / warmUp) : 0.98 + (0.04 * random.NextDouble())))]);
            Assert.True(cut is null || cut >= warmUp - 4, $"case {i}: {warmUp} of {length}, cut {cut}");
            hidden += cut is null ? 1 : 0;
        }

        // The best cut of mere noise lies in the middle now and then, which is taken for no steady state.
        Assert.InRange(hidden, 0, 30);
    }

    [Fact]
    public void The_interval_of_a_mean_holds_it_in_95_of_100_samples()
    {
        var random = new Random(5);
        var intervals = Enumerable.Range(0, 400).Select(_ => SteadyWindow.MeanInterval(
            [.. Enumerable.Range(0, 30).Select(_ => random.NextDouble() + random.NextDouble())])).ToArray();
        var given = intervals.Where(i => i is not null).Select(i => i!.Value).ToArray();
        // By chance a few series look correlated, and these are too short to be batched further.
        Assert.InRange(given.Length, 370, 400);
        Assert.InRange(given.Count(i => i.Low <= 1 && i.High >= 1) / (double)given.Length, 0.92, 0.98);
    }

    [Theory]
    [InlineData(1, 12.706)]
    [InlineData(2, 4.303)]
    [InlineData(9, 2.262)]
    [InlineData(30, 2.042)]
    public void Students_t_is_that_of_the_tables(int degrees, double t)
    {
        Assert.Equal(t, Normal.StudentQuantile(0.975, degrees), 3);
        Assert.Equal(1.959964, Normal.Quantile(0.975), 6);
        Assert.Equal(0.0001, Normal.Above(3.719016), 8);
    }

    [Fact]
    public void The_interval_of_a_percentile_is_two_order_statistics()
    {
        var histogram = new LatencyHistogram();
        for (var i = 1; i <= 1000; i++)
            histogram.Record(i);
        // 500 +- 1.96 sqrt(250) = 469.01 .. 530.99
        Assert.Equal((469L, 532L), PercentileInterval.Of(histogram, 50));
        Assert.Null(PercentileInterval.Of(histogram, 99.9));
    }
}
