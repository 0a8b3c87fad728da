using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Comparison;

/// <summary>The table of a sweep, with a knee and a fitted law for each value of the other axes where the load
/// varies.</summary>
public static class SweepText
{
    /// <summary>Writes the medians of each point, in the order the points first come.</summary>
    /// <param name="runs">The runs.</param>
    /// <param name="loadAxisOf">The axis that says how many operations a phase keeps outstanding.</param>
    /// <param name="output">Where to.</param>
    public static void Write(IReadOnlyList<SweepRun> runs, Func<string, string> loadAxisOf, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentNullException.ThrowIfNull(loadAxisOf);
        ArgumentNullException.ThrowIfNull(output);
        var table = new TextTable("point", "phase", "runs", "ops/s", "lowest", "highest", "mean ms", "p99 ms",
            "failed");
        string[] phases = [.. runs.SelectMany(r => r.Run.Measured).Select(p => p.Name).Distinct()];
        foreach (var phase in phases)
        {
            foreach (var point in runs.GroupBy(r => r.Point))
            {
                if (Found(point, phase) is { Length: > 0 } found)
                    table.Add(Cells(point.Key, phase, found));
            }
        }

        table.Write(output);
        foreach (var phase in phases)
        {
            foreach (var others in runs.GroupBy(r => r.TextWithout(loadAxisOf(phase))))
            {
                if (LoadCurve.OfOutstanding(Found(others, phase)) is { Levels.Count: > 1 } curve)
                    output.WriteLine($" {Sentence(phase, others.Key, curve)}");
            }
        }
    }

    /// <summary>Returns what a curve says, in words.</summary>
    internal static string Sentence(string phase, string with, LoadCurve curve) =>
        $"{phase}{(with.Length > 0 ? $", {with}" : "")}: {Text(curve)}";

    private static PhaseRecord[] Found(IEnumerable<SweepRun> runs, string phase) =>
        [.. runs.SelectMany(r => r.Run.Phases).Where(p => p.Name == phase)];

    private static string[] Cells(string point, string phase, PhaseRecord[] found) =>
    [
        point, phase, Figures.Count(found.Length), Figures.Rate(Median.Of(found.Select(p => p.OpsPerSecond))),
        Figures.Rate(found.Min(p => p.OpsPerSecond)), Figures.Rate(found.Max(p => p.OpsPerSecond)),
        Figures.Ms(Median.Of(found.Select(p => p.LatencyMs.Mean))),
        Figures.Ms(Median.OfKnown(found.Select(p => p.LatencyMs.P99))), Figures.Count(found.Sum(p => p.Failed)),
    ];

    private static string Text(LoadCurve curve) => $"90 % of the highest rate with {curve.Knee} outstanding"
        + (curve.Knee == curve.Levels[^1].Load ? ", the last value: it may rise further" : "")
        + (curve.KneeDoubtful is { Count: > 0 } others
            ? $"; its runs overlap those with {string.Join(" and ", others)}, so it may lie there as well" : "")
        + (curve.TailDoubles is { } doubles ? $"; p99 doubles at {doubles}" : "") + Text(curve.Fit);

    private static string Text(ScalabilityFit? fit) => fit is null ? ""
        : string.Create(CultureInfo.InvariantCulture,
            $"; USL: gamma {fit.Gamma:0.#}, alpha {fit.Alpha:0.####}, beta {fit.Beta:0.######}")
            + (fit.Peak is { } peak ? $", peak at {Figures.Count(peak)}"
                : fit.Alpha > 0 ? $", ceiling {Figures.Rate(fit.Gamma / fit.Alpha)} ops/s" : "");
}
