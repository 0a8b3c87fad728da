using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Histograms;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Tests;

/// <summary>Runs with injected faults, made of fixed numbers.</summary>
internal static class FailoverSamples
{
    internal static RunRecord Run() => Samples.Run(name: "failover") with { Failover = Record() };

    internal static FailoverRecord Record()
    {
        FailoverEventRecord[] events = [Event("kill-primary", 1, 120), Event("kill-primary", 2, 250),
            Event("move-primary", 1, 12.5)];
        return new FailoverRecord
        {
            Rate = 1000, ResolutionMs = 2, Verified = 1000, Events = events,
            Kinds = [.. events.GroupBy(e => e.Kind).Select(Kind)],
        };
    }

    private static FailoverKindRecord Kind(IGrouping<string, FailoverEventRecord> kind) => new()
    {
        Kind = kind.Key, Count = kind.Count(),
        OutageMedianMs = kind.Average(e => e.OutageMs), OutageMaxMs = kind.Max(e => e.OutageMs),
        BackMedianMs = 1250, BackMaxMs = 2000,
        Errors = new Dictionary<string, long> { ["Timeout"] = 3, ["FabricNotPrimary"] = 1200 },
        Before = Latency(1), During = Latency(40), After = Latency(2), Verdict = $"confirmed: {kind.Key} is short",
    };

    private static FailoverEventRecord Event(string kind, int round, double outageMs) => new()
    {
        Kind = kind, Round = round, Utc = Samples.Started.AddSeconds(10 * round), Target = "primary on _Node_1",
        OutageMs = outageMs, ReadOutageMs = outageMs / 2, WriteOutageMs = outageMs, QuietMs = 5 + round, BackMs = 1500,
        Before = Latency(1), During = Latency(40), After = Latency(2),
        Strip = new SuccessStrip(-20, 10, [10, 10, 0, 5, 10, 11]),
    };

    private static LatencyRecord Latency(int milliseconds)
    {
        var histogram = new LatencyHistogram();
        for (var i = 1; i <= 1000; i++)
            histogram.Record(milliseconds * 1_000_000L);
        return LatencyRecord.From(histogram);
    }
}
