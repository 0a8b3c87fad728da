using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using SfPerf.Metrics.Statistics;
using Xunit;

namespace SfPerf.Metrics.Tests.Statistics;

/// <summary>The rank tests against what they mean: every arrangement counted one by one.</summary>
public sealed class RankTestOracleTests
{
    [Fact]
    public void The_U_test_counts_the_arrangements_that_are_at_least_as_extreme()
    {
        var random = new Random(11);
        for (var round = 0; round < 60; round++)
        {
            var (n, m) = (1 + random.Next(6), 1 + random.Next(6));
            var values = Draw(random, n + m);
            var (u, p) = MannWhitney.Test(values[..n], values[n..]);
            Assert.Equal(UOf(values, (1 << n) - 1), u);
            var choices = Enumerable.Range(0, 1 << (n + m)).Where(c => BitOperations.PopCount((uint)c) == n)
                .Select(c => UOf(values, c)).ToArray();
            var tail = Math.Min(choices.Count(c => c <= u), choices.Count(c => c >= u));
            Assert.Equal(Math.Min(1, 2.0 * tail / choices.Length), p, 10);
        }
    }

    [Fact]
    public void The_signed_rank_test_counts_the_signs_that_are_at_least_as_extreme()
    {
        var random = new Random(12);
        for (var round = 0; round < 60; round++)
        {
            var n = 1 + random.Next(12);
            var differences = Draw(random, n);
            var (w, p) = Wilcoxon.Test(differences);
            var ranks = differences.Select(d => differences.Count(o => Math.Abs(o) <= Math.Abs(d))).ToArray();
            Assert.Equal(ranks.Where((_, i) => differences[i] > 0).Sum(), w);
            var sums = Enumerable.Range(0, 1 << n)
                .Select(signs => ranks.Where((_, i) => (signs >> i & 1) == 1).Sum()).ToArray();
            var tail = Math.Min(sums.Count(s => s <= w), sums.Count(s => s >= w));
            Assert.Equal(Math.Min(1, 2.0 * tail / sums.Length), p, 10);
        }
    }

    // Beyond the exact sizes the normal form takes over: there must be no step.
    [Fact]
    public void The_normal_form_continues_where_the_exact_one_ends()
    {
        var random = new Random(13);
        for (var round = 0; round < 50; round++)
        {
            var (a, b) = (Draw(random, 20), Draw(random, 20).Select(v => v + 0.2).ToArray());
            // One value twice makes a tie, and so the normal form, of almost the same sample.
            var tied = (double[])b.Clone();
            tied[1] = tied[0];
            var almost = (double[])b.Clone();
            almost[1] = almost[0] + 1e-9;
            Assert.Equal(MannWhitney.Test(a, almost).P, MannWhitney.Test(a, tied).P, 0.02);
            double[] differences = [.. a.Zip(b, (x, y) => y - x)];
            var equal = (double[])differences.Clone();
            equal[1] = differences[0];
            differences[1] = differences[0] + 1e-9;
            Assert.Equal(Wilcoxon.Test(differences).P, Wilcoxon.Test(equal).P, 0.02);
        }
    }

    [Theory]
    [InlineData(4, 4)]
    [InlineData(5, 9)]
    [InlineData(12, 12)]
    [InlineData(20, 7)]
    public void Interval_and_test_of_unpaired_samples_agree(int n, int m)
    {
        var random = new Random(14);
        for (var round = 0; round < 200; round++)
        {
            double[] a = [.. Draw(random, n).Select(Math.Exp)];
            double[] b = [.. Draw(random, m).Select(v => Math.Exp(v + 0.7))];
            var estimate = HodgesLehmann.Unpaired(a, b);
            Assert.Equal(estimate.P <= 0.05, estimate.Low > 1 || estimate.High < 1);
            Assert.InRange(estimate.Ratio, estimate.Low, estimate.High);
        }
    }

    [Theory]
    [InlineData(6)]
    [InlineData(10)]
    [InlineData(25)]
    public void Interval_and_test_of_pairs_agree(int n)
    {
        var random = new Random(15);
        for (var round = 0; round < 200; round++)
        {
            double[] a = [.. Draw(random, n).Select(Math.Exp)];
            double[] b = [.. a.Zip(Draw(random, n), (x, y) => x * Math.Exp(y + 0.5))];
            var estimate = HodgesLehmann.Paired(a, b);
            Assert.Equal(estimate.P <= 0.05, estimate.Low > 1 || estimate.High < 1);
            Assert.InRange(estimate.Ratio, estimate.Low, estimate.High);
        }
    }

    [Theory]
    [InlineData(8, 8)]
    [InlineData(24, 30)]
    public void The_interval_of_a_ratio_holds_it_in_95_of_100_samples(int n, int m)
    {
        var random = new Random(16);
        var held = Enumerable.Range(0, 1000).Count(_ =>
        {
            double[] a = [.. Draw(random, n).Select(Math.Exp)];
            double[] b = [.. Draw(random, m).Select(v => 3 * Math.Exp(v))];
            var estimate = HodgesLehmann.Unpaired(a, b);
            return estimate.Low <= 3 && estimate.High >= 3;
        });
        Assert.InRange(held, 935, 995);
    }

    [Fact]
    public void Holm_is_the_step_down_of_its_definition()
    {
        var random = new Random(17);
        for (var round = 0; round < 200; round++)
        {
            double[] p = [.. Enumerable.Range(0, 1 + random.Next(10)).Select(_ => Math.Pow(random.NextDouble(), 3))];
            foreach (var alpha in new[] { 0.001, 0.05, 0.3 })
            {
                // Reject from the smallest on, until one is not below alpha divided by those that are left.
                var rejected = p.Order().TakeWhile((v, i) => v * (p.Length - i) <= alpha).Count();
                Assert.Equal(rejected, Holm.Adjust(p).Count(v => v <= alpha));
            }
            Assert.Equal(p.Order().Select(v => Array.IndexOf(p, v)),
                Holm.Adjust(p).Select((v, i) => (v, p[i], i)).Order().Select(v => v.i));
        }
    }

    private static double UOf(IReadOnlyList<double> values, int first)
    {
        var u = 0;
        for (var i = 0; i < values.Count; i++)
        {
            for (var j = 0; j < values.Count; j++)
            {
                if ((first >> i & 1) == 1 && (first >> j & 1) == 0 && values[i] > values[j])
                    u++;
            }
        }

        return u;
    }

    private static double[] Draw(Random random, int count) =>
        [.. Enumerable.Range(0, count).Select(_ => (random.NextDouble() + random.NextDouble() - 1) * 2)];
}
