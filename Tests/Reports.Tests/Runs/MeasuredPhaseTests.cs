using System.IO;
using System.Linq;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Thresholds;
using Xunit;

namespace SfPerf.Reports.Tests.Runs;

/// <summary>What counts as a result, and what of it is known.</summary>
public sealed class MeasuredPhaseTests
{
    private static readonly RunRecord Warmed = WithSlowWarmUp();

    [Fact]
    public void A_bound_without_a_phase_holds_for_measured_phases_only()
    {
        Assert.True(Threshold.Parse("avg < 10ms").Test(Warmed).Passed);
        Assert.False(Threshold.Parse("write-warm-up:avg < 10ms").Test(Warmed).Passed);
    }

    [Fact]
    public void Comparison_and_history_leave_load_and_warm_up_out()
    {
        var comparison = RunComparison.Of([Warmed], [Warmed]);
        Assert.Equal(["write", "read"], comparison.Metrics.Select(m => m.Phase).Distinct());
        using var output = new StringWriter();
        HistoryText.Write([Warmed, Warmed], "sdk", output);
        Assert.DoesNotContain("load", output.ToString(), System.StringComparison.Ordinal);
        Assert.DoesNotContain("warm-up", output.ToString(), System.StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("write", "write", true)]
    [InlineData("mixed-scan", "scan", true)]
    [InlineData("prepare", "prepare", false)]
    [InlineData("load", "write", false)]
    [InlineData("read-warm-up", "read", false)]
    [InlineData("mixed-warm-up-scan", "scan", false)]
    public void A_phase_is_measured_unless_it_prepares(string name, string kind, bool measured) =>
        Assert.Equal(measured, (Warmed.Phases[0] with { Name = name, Kind = kind }).IsMeasured);

    [Fact]
    public void The_latency_of_a_window_that_misses_histograms_is_not_told()
    {
        var write = Samples.Results()[0];
        var cut = write with
        {
            PerSecond =
                [.. write.PerSecond.Select(r => r.Second < 15 ? r : r with { Latency = new LatencyHistogram() })],
        };
        var steady = PhaseRecord.From(cut).Steady!;
        Assert.Equal((true, 600, null, null), (steady.Found, steady.OpsPerSecond, steady.LatencyMs, steady.P99LowMs));
        Assert.NotNull(PhaseRecord.From(write).Steady!.LatencyMs);
    }

    private static RunRecord WithSlowWarmUp()
    {
        PhaseResult[] results = [.. Samples.Results()];
        var slow = Samples.Phase("write", OperationKind.Write, medianMs: 40);
        return Samples.Run([slow with { Name = "load" }, slow with { Name = "write-warm-up" }, .. results]);
    }
}
