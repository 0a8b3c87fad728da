using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Comparison;

/// <summary>Writes many runs over time, grouped, with the places where figures changed and what else changed there. It
/// points; <c>ab</c> decides.</summary>
public static class HistoryText
{
    private const int PartsShown = 5;
    private const int FaultsShown = 20;

    /// <summary>Writes the history.</summary>
    /// <param name="runs">They are put in the order of their start; those of another name, target or other
    /// parameters have a history of their own, and parts of runs none.</param>
    /// <param name="by">A fact to group by, such as <c>runtime</c> (short for <c>environment.runtime</c>),
    /// <c>parameters.NumItems</c> or <c>labels.x</c>; null for no groups.</param>
    /// <param name="output">Where to.</param>
    /// <returns>False when there is no whole run.</returns>
    public static bool Write(IReadOnlyList<RunRecord> runs, string? by, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentNullException.ThrowIfNull(output);
        var (groups, parts) = RunGroup.Of(runs, by);
        if (parts.Count > 0)
        {
            output.WriteLine($"Left out: {parts.Count} runs that ended early, "
                + $"{string.Join(", ", parts.Take(PartsShown).Select(r => r.Id))}"
                + (parts.Count > PartsShown ? ", ..." : "."));
        }

        foreach (var group in groups)
        {
            if (groups.Count > 1)
                output.WriteLine($"{group.Title}:");
            Write([.. group.Runs], by, output);
        }
        return groups.Count > 0;
    }

    private static void Write(RunRecord[] ordered, string? by, TextWriter output)
    {
        if (by is not null && ordered.All(r => RunGroup.FactOf(r, by) == RunGroup.Unknown))
        {
            output.WriteLine($"No run carries {by}; there are sdk, runtime, commit, versions.NAME, parameters.NAME and "
                + "labels.NAME.");
        }
        else if (by is not null)
        {
            WriteGroups(ordered, by, output);
        }

        var any = false;
        foreach (var phase in ordered.SelectMany(r => r.Measured).Select(p => p.Name).Distinct())
        {
            foreach (var metric in MetricSpecification.All)
                any |= WriteChanges(FigureHistory.Of(ordered, phase, metric), output);
        }

        if (!any)
        {
            output.WriteLine(ordered.Length < FigureHistory.RunsMin
                ? $"{ordered.Length} runs are too few to find changes in; {FigureHistory.RunsMin} are the least."
                : $"No change in {ordered.Length} runs.");
        }

        WriteFaults([.. ordered.Select(RunFaults.Of).Where(f => f.Any)], ordered.Length, output);
    }

    private static void WriteFaults(RunFaults[] faults, int runs, TextWriter output)
    {
        if (faults.Length == 0)
            return;
        output.WriteLine($"Fail-overs or outages in {faults.Length} of {runs} runs"
            + (faults.Length > FaultsShown ? $", the last {FaultsShown}:" : ":"));
        var table = new TextTable("run", "started", "fail-overs", "longest outage ms", "seen by");
        foreach (var fault in faults.TakeLast(FaultsShown))
        {
            table.Add(fault.Run.Id,
                fault.Run.StartedUtc.UtcDateTime.ToString("u", CultureInfo.InvariantCulture),
                Figures.Count(fault.FailOvers), fault.OutageText, fault.SeenBy.Length > 0 ? fault.SeenBy : "-");
        }

        table.Write(output);
    }

    private static void WriteGroups(RunRecord[] runs, string by, TextWriter output)
    {
        var table = new TextTable(by, "phase", "runs", "ops/s", "mean ms", "p99 ms");
        foreach (var group in runs.GroupBy(r => RunGroup.FactOf(r, by)))
        {
            foreach (var phase in group.SelectMany(r => r.Measured).Where(p => p.Operations > 0).GroupBy(p => p.Name))
            {
                table.Add(group.Key, phase.Key, Figures.Count(phase.Count()),
                    Figures.Rate(Median.Of(phase.Select(p => p.OpsPerSecond))),
                    Figures.Ms(Median.Of(phase.Select(p => p.LatencyMs.Mean))),
                    Figures.Ms(Median.OfKnown(phase.Select(p => p.LatencyMs.P99))));
            }
        }

        table.Write(output);
    }

    private static bool WriteChanges(FigureHistory history, TextWriter output)
    {
        var (phase, metric, values) = (history.Phase, history.Metric, history.Values);
        foreach (var change in history.Changes)
        {
            output.WriteLine($"{phase} {metric.Name}: {history.Text(change)}");
            foreach (var difference in Difference.Between([values[change.Index - 1].Run], [values[change.Index].Run]))
                output.WriteLine($"  {difference.Name}: {difference.Before} -> {difference.After}");
        }
        return history.Changes.Count > 0;
    }
}
