using System;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Client.Measuring.Proofs;
using SfPerf.LoadGenerator.SelfTesting;
using SfPerf.Metrics.Statistics;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

public sealed class ComparisonProofTests
{
    [Fact]
    public async Task A_store_that_takes_three_times_as_long_is_found_in_every_figure()
    {
        using var time = new FineTime();
        var blocks = 0;
        var comparison = await new SimulatedComparison(
            TimeSpan.FromMilliseconds(5), TimeSpan.FromMilliseconds(15), time)
            .RunAsync(1, () => blocks++, TestContext.Current.CancellationToken);
        Assert.Equal(SimulatedComparison.Blocks, blocks);
        Assert.Equal(["ops/s", "mean ms", "p50 ms"], comparison.Metrics.Select(m => m.Metric.Name));
        Assert.All(comparison.Metrics, m => Assert.True(
            m is { Paired: true, BaseRuns: SimulatedComparison.Pairs, Verdict: Verdict.Regressed }, $"{m}"));
    }

    [Theory]
    [InlineData("0")]
    [InlineData("10001")]
    public async Task A_number_of_comparisons_that_makes_no_sense_is_refused(string count)
    {
        var refused = await Invocation.RunAsync("selftest", "--comparisons", count);
        Assert.Equal((2, "sfperf: --comparisons: allowed is 1 to 10000.\n"), (refused.Code, refused.Error));
    }
}
