using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Scenarios.Concurrency;
using Xunit;

namespace SfPerf.Scenarios.Tests.Concurrency;

/// <summary>How often a case of <c>wcf-concurrency</c> runs in a round.</summary>
public sealed class CaseRepeatsTests
{
    [Theory]
    [InlineData(0, 0.1)]
    [InlineData(10, 5.1)]
    public void A_case_whose_time_is_up_runs_once(double secondsMax, double seconds)
    {
        var repeats = new CaseRepeats(secondsMax);
        Assert.True(repeats.WantsMore);
        repeats.Add(Run(multiple: 1), seconds);
        Assert.False(repeats.WantsMore);
    }

    [Fact]
    public void A_short_case_whose_ratios_agree_runs_three_times()
    {
        Assert.Equal(3, RunsOf(10, 1, 1.001, 1, 1.002));
        Assert.Equal(3, RunsOf(10, 1.5, 1.5, 1.5, 1.5));
    }

    [Fact]
    public void A_short_case_whose_ratios_scatter_runs_until_their_interval_is_narrower_than_the_margin()
    {
        // The interval of three is 0.90 to 1.10; the sixth brings it to 0.96 to 1.04.
        Assert.Equal(6, RunsOf(100, [1.04, 0.96, 1, 1.04, 0.96, 1, 1, 1, 1, 1, 1]));
        Assert.Equal(10, RunsOf(10, 2, 0.5, 2, 0.5, 2, 0.5, 2, 0.5, 2, 0.5, 2, 0.5));
    }

    [Fact]
    public void Calls_and_times_of_the_runs_are_added_and_their_ratios_averaged()
    {
        var repeats = new CaseRepeats(10);
        repeats.Add(Run(multiple: 2, failed: 1), 1);
        repeats.Add(Run(multiple: 8), 1);
        var result = repeats.Result(Arm.Multiple);
        Assert.Equal((20, 1, 10.0, 5.0),
            (result.Phase.Operations, result.Phase.Failed, result.Seconds, result.SecondsOfOneRun));
        Assert.Equal(("net.pipe 1x10 Multiple", 2), (result.Name, result.Phase.Latency.Count));
        Assert.Equal([("Timeout", 1L)], result.Phase.Errors.Select(e => (e.Key, e.Value)));
        Assert.Equal(4, result.Figures[FigureNames.Ratio], 12);
        Assert.Equal((2, 5, 8, 6), (result.Figures[FigureNames.Runs], result.Figures[FigureNames.Ticks],
            result.Figures[FigureNames.Peak], result.Figures[FigureNames.Cpu]));
        Assert.False(repeats.Result(Arm.Single).Figures.ContainsKey(FigureNames.Ratio));
    }

    [Fact]
    public void One_run_is_kept_as_it_is()
    {
        var repeats = new CaseRepeats(0);
        repeats.Add(Run(multiple: 2), 1);
        Assert.Equal((2.0, 2.0), (repeats.Result(Arm.Multiple).Seconds, repeats.Result(Arm.Multiple).SecondsOfOneRun));
        Assert.False(repeats.Result(Arm.Multiple).Figures.ContainsKey(FigureNames.Runs));
    }

    private static int RunsOf(double secondsMax, params double[] ratios)
    {
        var repeats = new CaseRepeats(secondsMax);
        foreach (var ratio in ratios.TakeWhile(_ => repeats.WantsMore))
            repeats.Add(Run(ratio), 1);
        return repeats.Count;
    }

    /// <summary>A run in which Single took 1 s both times, so that the ratio of Multiple is its seconds.</summary>
    private static Dictionary<Arm, ArmResult> Run(double multiple, int failed = 0) => Arm.Order(0).ToDictionary(
        arm => arm, arm => Result(arm, arm == Arm.Multiple ? multiple : 1, arm == Arm.Multiple ? failed : 0));

    private static ArmResult Result(Arm arm, double seconds, int failed)
    {
        var latency = new LatencyHistogram();
        latency.Record(1000);
        var errors = failed > 0 ? new Dictionary<string, long> { ["Timeout"] = failed } : [];
        return new ArmResult(new PhaseResult
        {
            Name = ThreadRun.PhaseName(arm, "net.pipe", new ThreadCase(1, 10)), Kind = OperationKind.Read,
            Operations = 10, Failed = failed, Errors = errors, Seconds = seconds, Outstanding = 1, Latency = latency,
        }, new Dictionary<string, double>
        {
            [FigureNames.Ticks] = seconds, [FigureNames.Peak] = seconds, [FigureNames.Cpu] = 3,
        });
    }
}
