using System.Linq;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Reports.Tests.Comparison;

public sealed class LoadCurveTests
{
    [Fact]
    public void Knee_tail_and_law_are_those_of_the_medians()
    {
        var curve = LoadCurve.OfOutstanding(
        [
            Level(1, 100, 4), Level(2, 190, 5), Level(2, 190, 5), Level(2, 500, 50), Level(4, 320, 7),
            Level(8, 460, 9), Level(16, 480, 17),
        ]);
        Assert.Equal((5, 8.0, 8.0), (curve.Levels.Count, curve.Knee, curve.TailDoubles));
    }

    [Theory]
    [InlineData(true, 100, 200, 205, 209)]
    [InlineData(false, 100, 200, 205, 211)]
    [InlineData(false, 100, 200, 190)]
    [InlineData(true, 200, 190, 180)]
    [InlineData(false, 100, 100)]
    public void A_curve_is_flat_when_its_last_two_loads_bring_less_than_a_twentieth(bool flat, params int[] rates)
    {
        var curve = LoadCurve.OfOutstanding(rates.Select((rate, i) => Level(1 << i, rate, 1)));
        Assert.Equal(flat, curve.IsFlat);
    }

    [Fact]
    public void A_knee_whose_runs_overlap_those_beside_it_is_doubtful()
    {
        // 8 gives 90 % of the highest rate, and one of its runs does not; one of 4 does.
        var curve = LoadCurve.OfOutstanding(
        [
            Level(2, 100, 1), Level(2, 101, 1), Level(2, 102, 1), Level(4, 170, 1), Level(4, 175, 1), Level(4, 185, 1),
            Level(8, 175, 1), Level(8, 185, 1), Level(8, 190, 1), Level(16, 188, 1), Level(16, 200, 1),
            Level(16, 201, 1),
        ]);
        Assert.Equal(8, curve.Knee);
        Assert.Equal([4.0, 16.0], curve.KneeDoubtful);
        var clear = LoadCurve.OfOutstanding([Level(2, 100, 1), Level(4, 140, 1), Level(8, 199, 1), Level(16, 200, 1)]);
        Assert.Equal(8, clear.Knee);
        Assert.Empty(clear.KneeDoubtful);
    }

    private static PhaseRecord Level(int outstanding, double rate, double p99) => new()
    {
        Name = "write", Kind = "write", Operations = 1, Failed = 0, Seconds = 1, Outstanding = outstanding,
        OpsPerSecond = rate, LatencyMs = new LatencyRecord { P99 = p99 },
    };
}
