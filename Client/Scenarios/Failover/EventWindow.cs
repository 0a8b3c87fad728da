using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.LoadGenerator.Recording;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Scenarios.Failover;

/// <summary>Describes what single operations say about one event. All times are time stamps of one clock.</summary>
/// <param name="Operations">Those that ended from <paramref name="Begin"/> on, in any order.</param>
/// <param name="Begin">When the quiet time before the event began.</param>
/// <param name="At">The event.</param>
/// <param name="Back">When all replicas were seen back.</param>
/// <param name="End">When the quiet time after it ended.</param>
/// <param name="TicksPerSecond">Of the clock.</param>
internal sealed record EventWindow(
    IReadOnlyList<LoggedOperation> Operations, long Begin, long At, long Back, long End, long TicksPerSecond)
{
    private const double StripBeforeMs = 100;
    private const double StripAfterMs = 300;
    private const int BucketsMax = 200;
    private static readonly double[] StepsMs = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

    /// <summary>Gets the kinds of operations that clients do all the time.</summary>
    public static IReadOnlyList<OperationKind> Kinds { get; } = [OperationKind.Read, OperationKind.Write];

    /// <summary>Gets when the time of the event ends: all replicas are back, and clients had a second to find them.
    /// </summary>
    public long Until => Math.Min(End, Math.Max(Back, At + TicksPerSecond));

    /// <summary>The longest time without a success of a kind that reaches into the time of the event. It begins with
    /// the last success before; where none follows, it ends with the window.</summary>
    /// <returns>Milliseconds.</returns>
    public double OutageOfMs(OperationKind kind)
    {
        var (last, longest) = (Begin, 0L);
        foreach (var end in Successes(kind))
        {
            if (end > At && last < Until)
                longest = Math.Max(longest, end - last);
            last = Math.Max(last, end);
        }

        return Milliseconds(last < Until ? Math.Max(longest, End - last) : longest);
    }

    /// <summary>The longest time without a success of either kind after the event.</summary>
    public double OutageMs => Kinds.Max(OutageOfMs);

    /// <summary>The longest time between two successes of a kind before the event: so much is no outage.</summary>
    public double QuietMs => Kinds.Max(kind =>
    {
        long[] ends = [.. Successes(kind).Where(e => e >= Begin && e <= At)];
        return Milliseconds(ends.Zip(ends.Skip(1), (a, b) => b - a).DefaultIfEmpty().Max());
    });

    public double BackMs => Milliseconds(Back - At);

    /// <summary>Latency from intended times of what ended before the event.</summary>
    public LatencyHistogram Before() => Latency(o => o.Intended >= Begin && o.Ended <= At);

    /// <summary>That of what was under way in the time of the event.</summary>
    public LatencyHistogram During() => Latency(o => o.Intended < Until && o.Ended > At);

    /// <summary>That of what was intended afterwards.</summary>
    public LatencyHistogram After() => Latency(o => o.Intended >= Until && o.Ended <= End);

    /// <summary>The failures from the event on, by kind.</summary>
    public IReadOnlyDictionary<string, long> Errors() => new SortedDictionary<string, long>(
        Operations.Where(o => o.Error is not null && o.Ended > At && o.Ended <= End).GroupBy(o => o.Error!)
            .ToDictionary(g => g.Key, g => (long)g.Count()), StringComparer.Ordinal);

    /// <summary>The successes around the event: intervals of 10 ms where the outage is short enough, of more where it
    /// is not.</summary>
    public SuccessStrip Strip()
    {
        var spanMs = Math.Min(OutageMs + StripAfterMs, Milliseconds(End - At));
        var step = StepsMs.FirstOrDefault(s => (StripBeforeMs + spanMs) / s <= BucketsMax, StepsMs[^1]);
        var before = (int)Math.Ceiling(StripBeforeMs / step);
        var successes = new int[Math.Max(before + 1, before + (int)Math.Ceiling(spanMs / step))];
        foreach (var operation in Operations.Where(o => o.Error is null))
        {
            var bucket = before + (int)Math.Floor(Milliseconds(operation.Ended - At) / step);
            if (bucket >= 0 && bucket < successes.Length)
                successes[bucket]++;
        }

        return new SuccessStrip(-before * step, step, successes);
    }

    /// <summary>The record of the event.</summary>
    public FailoverEventRecord Record(string kind, int round, DateTimeOffset utc, string target) => new()
    {
        Kind = kind, Round = round, Utc = utc, Target = target,
        OutageMs = Rounded(OutageMs),
        ReadOutageMs = Rounded(OutageOfMs(OperationKind.Read)),
        WriteOutageMs = Rounded(OutageOfMs(OperationKind.Write)),
        QuietMs = Rounded(QuietMs),
        BackMs = Rounded(BackMs),
        Errors = Errors(),
        Before = LatencyRecord.From(Before()),
        During = LatencyRecord.From(During()),
        After = LatencyRecord.From(After()),
        Strip = Strip(),
    };

    private IEnumerable<long> Successes(OperationKind kind) =>
        Operations.Where(o => o.Kind == kind && o.Error is null).Select(o => o.Ended).Order();

    private LatencyHistogram Latency(Func<LoggedOperation, bool> belongs)
    {
        var latency = new LatencyHistogram();
        foreach (var operation in Operations.Where(o => o.Error is null && belongs(o)))
            latency.Record((long)((operation.Ended - operation.Intended) * (1e9 / TicksPerSecond)));
        return latency;
    }

    private double Milliseconds(long ticks) => ticks * 1000.0 / TicksPerSecond;

    private static double Rounded(double milliseconds) => Math.Round(milliseconds, 2);
}
