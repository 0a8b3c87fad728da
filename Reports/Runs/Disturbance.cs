using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Reports.Runs;

/// <summary>Seconds of a phase, one after the other, in which a counter was beyond its bound.</summary>
/// <param name="From">The first of them.</param>
/// <param name="To">The one after the last.</param>
/// <param name="Processes">Whose counter it was.</param>
internal sealed record Disturbance(int From, int To, string Processes)
{
    private const double PauseMs = 50;
    private const double OthersShare = 0.10;

    /// <summary>Seconds in which other programs used more than a tenth of the processors.</summary>
    internal static IEnumerable<Disturbance> Noise(RunRecord run, PhaseRecord phase) =>
        Merge(Seconds(run, phase, "cpu", others: true, OthersShare * Math.Max(1, run.Environment.Cores)));

    /// <summary>Seconds in which a collector stopped its process for more than 50 ms.</summary>
    internal static IEnumerable<Disturbance> Collector(RunRecord run, PhaseRecord phase) =>
        Merge(Seconds(run, phase, "gc-pause-ms", others: false, PauseMs));

    private static IEnumerable<(int Second, string Process)> Seconds(
        RunRecord run, PhaseRecord phase, string counter, bool others, double above) =>
        (run.Counters ?? []).Where(c => c.Phase == phase.Name && c.Counter == counter
                && (c.Process == CounterSeriesRecord.Others) == others)
            .SelectMany(c => c.PerSecond.Select((value, i) => (Second: c.FromSecond + i, c.Process, Value: value)))
            .Where(v => v.Value > above).Select(v => (v.Second, v.Process));

    private static IEnumerable<Disturbance> Merge(IEnumerable<(int Second, string Process)> seconds)
    {
        Disturbance? open = null;
        foreach (var second in seconds.GroupBy(s => s.Second).OrderBy(g => g.Key))
        {
            var name = string.Join(", ", second.Select(s => s.Process).Order(StringComparer.Ordinal));
            if (open is not null && open.To == second.Key)
            {
                open = open with { To = second.Key + 1 };
                continue;
            }
            if (open is not null)
                yield return open;
            open = new Disturbance(second.Key, second.Key + 1, name);
        }
        if (open is not null)
            yield return open;
    }
}
