using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Comparison;

/// <summary>The table of a sweep, with the knee and the fitted law where the load varies.</summary>
public static class SweepText
{
    private const double KneeShare = 0.9;

    /// <summary>Writes the medians of each point, in the order the points first come.</summary>
    public static void Write(IReadOnlyList<(string Point, RunRecord Run)> runs, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentNullException.ThrowIfNull(output);
        var table = new TextTable("point", "phase", "runs", "ops/s", "lowest", "highest", "mean ms", "p99 ms",
            "failed");
        var phases = runs.SelectMany(r => r.Run.Phases).Where(p => p.Kind != "prepare").Select(p => p.Name).Distinct()
            .ToArray();
        foreach (var phase in phases)
            foreach (var point in runs.GroupBy(r => r.Point))
            {
                PhaseRecord[] found = [.. point.SelectMany(r => r.Run.Phases).Where(p => p.Name == phase)];
                if (found.Length == 0)
                    continue;
                double[] p99 = [.. found.Where(p => p.LatencyMs.P99 is not null).Select(p => p.LatencyMs.P99!.Value)];
                table.Add(point.Key, phase, Figures.Count(found.Length),
                    Figures.Rate(Bootstrap.Median(found.Select(p => p.OpsPerSecond))),
                    Figures.Rate(found.Min(p => p.OpsPerSecond)), Figures.Rate(found.Max(p => p.OpsPerSecond)),
                    Figures.Ms(Bootstrap.Median(found.Select(p => p.LatencyMs.Mean))),
                    Figures.Ms(p99.Length > 0 ? Bootstrap.Median(p99) : null), Figures.Count(found.Sum(p => p.Failed)));
            }
        table.Write(output);
        foreach (var phase in phases)
            WriteKnee(phase, [.. runs.SelectMany(r => r.Run.Phases).Where(p => p.Name == phase)], output);
    }

    private static void WriteKnee(string phase, PhaseRecord[] found, TextWriter output)
    {
        (double Load, double Rate)[] levels = [.. found.GroupBy(p => p.Outstanding).OrderBy(g => g.Key)
            .Select(g => ((double)g.Key, Bootstrap.Median(g.Select(p => p.OpsPerSecond))))];
        if (levels.Length < 2)
            return;
        var highest = levels.Max(l => l.Rate);
        var knee = levels.First(l => l.Rate >= KneeShare * highest).Load;
        output.WriteLine($" {phase}: 90 % of the highest rate with {knee} "
            + "outstanding" + Fit(ScalabilityFit.Of(levels)));
    }

    private static string Fit(ScalabilityFit? fit) => fit is null ? ""
        : string.Create(System.Globalization.CultureInfo.InvariantCulture,
            $"; USL: gamma {fit.Gamma:0.#}, alpha {fit.Alpha:0.####}, beta {fit.Beta:0.######}")
            + (fit.Peak is { } peak ? $", peak at {Figures.Count(peak)}" : "");
}
