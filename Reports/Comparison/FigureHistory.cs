using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Comparison;

/// <summary>Represents one figure of one phase over many runs, with the places where it changed.</summary>
/// <param name="Phase">The phase.</param>
/// <param name="Metric">The figure.</param>
/// <param name="Values">The runs that carry it, in the order given.</param>
/// <param name="Changes">Where it changed by more than matters; none in fewer than <see cref="RunsMin"/> runs.</param>
public sealed record FigureHistory(
    string Phase, MetricSpecification Metric, IReadOnlyList<(RunRecord Run, double Value)> Values,
    IReadOnlyList<ChangePoint> Changes)
{
    /// <summary>The fewest runs in which changes are looked for.</summary>
    public const int RunsMin = 8;

    /// <summary>The history of a figure.</summary>
    /// <param name="runs">In the order of their start.</param>
    /// <param name="phase">The phase.</param>
    /// <param name="metric">The figure.</param>
    public static FigureHistory Of(IReadOnlyList<RunRecord> runs, string phase, MetricSpecification metric)
    {
        (RunRecord Run, double Value)[] values = [.. runs
            .Select(r => (Run: r, Phase: r.Phases.FirstOrDefault(p => p.Name == phase && p.Operations > 0)))
            .Where(v => v.Phase is not null).Select(v => (v.Run, Value: metric.Value(v.Phase!) ?? 0))
            .Where(v => v.Value > 0)];
        return new FigureHistory(phase, metric, values, values.Length < RunsMin
            ? [] : ChangePoints.Of([.. values.Select(v => v.Value)], minMagnitude: metric.Delta));
    }

    /// <summary>Gets what the last change says; the same where there is none, and inconclusive for too few runs.
    /// </summary>
    public Verdict Verdict => Values.Count < RunsMin ? Verdict.Inconclusive
        : Changes.Count == 0 ? Verdict.Same : IsWorse(Changes[^1]) ? Verdict.Regressed : Verdict.Improved;

    /// <summary>Gets why the verdict is what it is, in words.</summary>
    public string Reason => Values.Count < RunsMin
        ? $"{Values.Count} runs are too few to find changes in; {RunsMin} are the least"
        : Changes.Count == 0 ? $"no change in {Values.Count} runs" : Text(Changes[^1]);

    /// <summary>Whether a change is for the worse.</summary>
    public bool IsWorse(ChangePoint change) => Metric.HigherIsBetter ? change.Ratio < 1 : change.Ratio > 1;

    /// <summary>Says how much a figure changed, and from which run on.</summary>
    public string Text(ChangePoint change)
    {
        ArgumentNullException.ThrowIfNull(change);
        var from = Values[change.Index].Run;
        return string.Create(CultureInfo.InvariantCulture,
            $"{(IsWorse(change) ? "worse" : "better")} by {Math.Abs(change.Ratio - 1) * 100:0.#} % ")
            + $"({Metric.Text(change.Before)} -> {Metric.Text(change.After)}) from "
            + from.StartedUtc.UtcDateTime.ToString("u", CultureInfo.InvariantCulture) + $", run {from.Id}";
    }
}
