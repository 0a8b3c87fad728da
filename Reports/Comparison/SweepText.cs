using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Comparison;

/// <summary>The table of a sweep, with the knee and the fitted law where the load varies.</summary>
public static class SweepText
{
    /// <summary>Writes the medians of each point, in the order the points first come.</summary>
    public static void Write(IReadOnlyList<(string Point, RunRecord Run)> runs, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentNullException.ThrowIfNull(output);
        var table = new TextTable("point", "phase", "runs", "ops/s", "lowest", "highest", "mean ms", "p99 ms",
            "failed");
        string[] phases = [.. runs.SelectMany(r => r.Run.Measured).Select(p => p.Name).Distinct()];
        foreach (var phase in phases)
            foreach (var point in runs.GroupBy(r => r.Point))
            {
                PhaseRecord[] found = [.. point.SelectMany(r => r.Run.Phases).Where(p => p.Name == phase)];
                if (found.Length == 0)
                    continue;
                table.Add(point.Key, phase, Figures.Count(found.Length),
                    Figures.Rate(Median.Of(found.Select(p => p.OpsPerSecond))),
                    Figures.Rate(found.Min(p => p.OpsPerSecond)), Figures.Rate(found.Max(p => p.OpsPerSecond)),
                    Figures.Ms(Median.Of(found.Select(p => p.LatencyMs.Mean))),
                    Figures.Ms(Median.OfKnown(found.Select(p => p.LatencyMs.P99))),
                    Figures.Count(found.Sum(p => p.Failed)));
            }
        table.Write(output);
        foreach (var phase in phases)
            WriteKnee(phase, LoadCurve.Of(runs.SelectMany(r => r.Run.Phases).Where(p => p.Name == phase)
                .Select(p => ((double)p.Outstanding, p))), output);
    }

    private static void WriteKnee(string phase, LoadCurve curve, TextWriter output)
    {
        if (curve.Levels.Count < 2)
            return;
        output.WriteLine($" {phase}: 90 % of the highest rate with {curve.Knee} outstanding"
            + (curve.TailDoubles is { } doubles ? $"; p99 doubles at {doubles}" : "") + Fit(curve.Fit));
    }

    private static string Fit(ScalabilityFit? fit) => fit is null ? ""
        : string.Create(CultureInfo.InvariantCulture,
            $"; USL: gamma {fit.Gamma:0.#}, alpha {fit.Alpha:0.####}, beta {fit.Beta:0.######}")
            + (fit.Peak is { } peak ? $", peak at {Figures.Count(peak)}" : "");
}
