using System;
using System.Linq;
using SfPerf.Metrics.Statistics;
using Xunit;

namespace SfPerf.Metrics.Tests.Statistics;

/// <summary>How often a comparison of ten pairs errs when the truth is known: drawn, not measured, so always the same.
/// </summary>
public sealed class VerdictRateTests
{
    private const int Comparisons = 2000;
    private const int Pairs = 10;

    // The spread of a block, from a quiet machine to one that is of no use; the tail is what a stall does.
    [Theory]
    [InlineData(0.005, 0)]
    [InlineData(0.02, 0)]
    [InlineData(0.02, 0.1)]
    [InlineData(0.05, 0.1)]
    [InlineData(0.10, 0.2)]
    public void At_most_one_in_a_hundred_comparisons_of_a_store_with_itself_raises_an_alarm(
        double spread, double tail)
    {
        var verdicts = Draw(1, spread, tail);
        Assert.InRange(verdicts.Count(v => v is Verdict.Regressed or Verdict.Improved), 0, Comparisons / 100);
    }

    // Of the 1024 equally likely rank patterns of ten pairs 14 are below 0.05 after the correction for three figures.
    [Theory]
    [InlineData(0.30, 0.2)]
    [InlineData(1, 0.2)]
    [InlineData(10, 0)]
    public void However_large_the_noise_alarms_do_not_exceed_what_the_rank_test_allows(double spread, double tail)
    {
        var verdicts = Draw(1, spread, tail);
        Assert.InRange(verdicts.Count(v => v is Verdict.Regressed or Verdict.Improved), 0, Comparisons * 2 / 100);
    }

    [Theory]
    [InlineData(0.005, 0)]
    [InlineData(0.02, 0)]
    public void A_slow_down_of_a_tenth_is_found_where_blocks_spread_by_a_fiftieth(double spread, double tail)
    {
        var verdicts = Draw(1.1, spread, tail);
        Assert.InRange(verdicts.Count(v => v == Verdict.Regressed), Comparisons * 95 / 100, Comparisons);
    }

    private static Verdict[] Draw(double ratio, double spread, double tail)
    {
        var random = new Random(20_261_121);
        var rule = new VerdictRule(0.05, 0.05);
        return [.. Enumerable.Range(0, Comparisons).Select(_ =>
        {
            var (a, b) = (new double[Pairs], new double[Pairs]);
            for (var pair = 0; pair < Pairs; pair++)
                (a[pair], b[pair]) = (Block(random, spread, tail), ratio * Block(random, spread, tail));
            var estimate = HodgesLehmann.Paired(a, b);
            // Three figures that move together, as the rate, the mean and the median of one block do.
            var p = Holm.Adjust([estimate.P, estimate.P, estimate.P])[0];
            return rule.Decide(estimate, p, Pairs, higherIsBetter: false);
        })];
    }

    // A latency: its logarithm is normal, and a share of blocks was held up by something else.
    private static double Block(Random random, double spread, double tail)
    {
        var normal = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
        var held = random.NextDouble() < tail ? -Math.Log(1 - random.NextDouble()) * 5 * spread : 0;
        return Math.Exp((spread * normal) + held);
    }
}
