using System;
using SfPerf.Client.Measuring;
using SfPerf.Machine;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Thresholds;
using Xunit;

namespace SfPerf.Client.Tests.Measuring;

public sealed class RunNoiseTests
{
    private static readonly DateTimeOffset Epoch = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly MachineReading Start = new() { Seconds = 100, Ticks = 0, StolenTicks = 0 };

    [Fact]
    public void A_disturbance_of_one_phase_is_not_thinned_by_the_other()
    {
        // 3 % of the write phase were stolen, but 1.5 % of the run.
        var noise = RunNoise.Judge([Block("write", 0, 10, stolen: 60), Block("read", 10, 20)], [], storeHere: true)!;
        Assert.Equal("noisy", noise.Verdict);
        Assert.Equal(["write: the host took processor time 3 % of the time (limit 2 %)"], noise.Reasons);
    }

    [Fact]
    public void Phases_too_short_to_tell_are_judged_together()
    {
        var noise = RunNoise.Judge(
            [Block("write", 0, 1, stolen: 6), Block("read", 1, 2, stolen: 6)], [], storeHere: true)!;
        Assert.Equal(("clean", 0.015), (noise.Verdict, noise.Steal));
        Assert.Null(RunNoise.Judge([], [], storeHere: true));
    }

    [Fact]
    public void The_hosts_of_the_store_and_no_other_process_make_it_store_paused()
    {
        CounterSeriesRecord[] counters =
        [
            new("sfperf", "gc-pause-ms", "write", [900, 900]), new("LoadDriver _Node_0", "gc-pause-ms", "write", [900]),
            new("StatefulStore _Node_1", "gc-pause-ms", "write", [100, 300]),
            new("StatefulStore _Node_2", "gc-pause-ms", "write", [10, 30]),
            new("StatefulStore _Node_2", "cpu", "write", [900]),
            new("StatefulStore _Node_2", "gc-pause-ms", "read", [900]),
        ];
        var noise = RunNoise.Judge([Block("write", 0, 10)], counters, storeHere: true)!;
        Assert.Equal(("store-paused", 0.2), (noise.Verdict, noise.StorePause));
        Assert.Equal(["StatefulStore _Node_1's collector paused it 20 % of the time (limit 10 %)"], noise.Reasons);
    }

    [Fact]
    public void Pacing_that_was_late_makes_it_driver_bound()
    {
        var late = Result("write", 10, 1000) with { Lateness = Histogram(200_000, 1000), OfferedRate = 100 };
        var noise = RunNoise.Judge([Block("write", 0, 10) with { Results = [late] }], [], storeHere: true)!;
        Assert.Equal(("driver-bound", 200_000L), (noise.Verdict, noise.LatenessP99));
    }

    [Fact]
    public void A_promise_says_how_late_pacing_may_be()
    {
        // Responses of 1 ms, of which 0.2 ms are the driver's.
        var late = Result("write", 10, 1000) with { Lateness = Histogram(200_000, 1000), OfferedRate = 100 };
        string Verdict(string promise) => RunNoise.Judge([Block("write", 0, 10) with { Results = [late] }], [],
            storeHere: true, Threshold.Parse(promise))!.Verdict;
        Assert.Equal("clean", Verdict("write:p(99) < 20ms"));
        Assert.Equal("driver-bound", Verdict("write:p(99) < 900us"));
        Assert.Equal("clean", Verdict("write:p(99) < 700us"));
        // How late operations begin is nothing to a number of operations, or to another phase.
        Assert.Equal("clean", Verdict("write:count < 20"));
        Assert.Equal("clean", Verdict("read:p(99) < 900us"));
    }

    [Fact]
    public void Littles_law_is_judged_where_it_says_something()
    {
        // One worker, 1 ms an operation.
        Assert.Equal(0, RunNoise.LittleResidual([Result("write", 10, 10_000)])!.Value, 9);
        var lost = Result("write", 10, 8_500);
        Assert.Equal(-0.15, RunNoise.LittleResidual([lost])!.Value, 9);
        Assert.Null(RunNoise.LittleResidual([lost with { Failed = 1 }]));
        Assert.Null(RunNoise.LittleResidual([lost with { OfferedRate = 900 }]));
        Assert.Null(RunNoise.LittleResidual([lost with { Name = "write-warm-up" }]));
        Assert.Null(RunNoise.LittleResidual([Result("write", 10, 90)]));
        // Two kinds of operations share the worker.
        Assert.Equal(0, RunNoise.LittleResidual(
            [Result("mixed-read", 10, 6_000), Result("mixed-write", 10, 4_000)])!.Value, 9);
        Assert.Equal("driver-bound", RunNoise.Judge(
            [Block("write", 0, 10) with { Results = [lost] }], [], storeHere: true)!.Verdict);
    }

    private static MeasuredBlock Block(string phase, double from, double to, long stolen = 0) => new(phase,
        Start with { Seconds = 100 + from, Ticks = (long)(from * 200) },
        Start with { Seconds = 100 + to, Ticks = (long)(to * 200), StolenTicks = stolen },
        [Result(phase, to - from, (int)((to - from) * 1000)) with { StartedUtc = Epoch.AddSeconds(from) }]);

    private static PhaseResult Result(string phase, double seconds, int operations) => new()
    {
        Name = phase, Kind = OperationKind.Write, Operations = operations, Seconds = seconds, Outstanding = 1,
        Latency = Histogram(1_000_000, operations),
    };

    private static LatencyHistogram Histogram(long nanoseconds, int count)
    {
        var histogram = new LatencyHistogram();
        for (var i = 0; i < count; i++)
            histogram.Record(nanoseconds);
        return histogram;
    }
}
