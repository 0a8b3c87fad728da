using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Comparison;

/// <summary>Writes the comparison of two groups of saved runs: a pure function of files.</summary>
public static class ComparisonText
{
    private const int DoubtfulShown = 4;

    /// <summary>Compares saved runs and writes the result.</summary>
    public static ComparisonOutcome Run(CompareRequest request, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(output);
        var (before, after) = (Load(request.Before, output), Load(request.After, output));
        return Write(RunComparison.Of(before, after, request.Delta, request.Alpha, request.Metrics),
            before.Count, after.Count, request, output);
    }

    /// <summary>Writes a comparison.</summary>
    public static ComparisonOutcome Write(
        RunComparison comparison, int before, int after, CompareRequest request, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(output);
        if (comparison.Metrics.Count == 0)
        {
            output.WriteLine(
                $"Nothing was compared: {before} base runs and {after} new runs have no figure in common.");
            return ComparisonOutcome.NothingCompared;
        }
        if (request.Markdown)
            WriteMarkdown(comparison, output);
        else
            WriteTable(comparison, output);
        WriteNotes(comparison, before, after, output);
        if (request.Strict && comparison.Doubtful.Count > 0)
            return ComparisonOutcome.Doubtful;
        return comparison.Metrics.Any(m => request.FailOn.Contains(m.Verdict))
            ? ComparisonOutcome.Refused : ComparisonOutcome.Accepted;
    }

    private static List<RunRecord> Load(IReadOnlyList<string> paths, TextWriter output)
    {
        var runs = new List<RunRecord>();
        foreach (var path in paths)
        {
            try
            {
                if (RunFolder.IsGroup(path))
                {
                    var (found, refused) = RunFolder.ReadAll(path);
                    runs.AddRange(found.Select(r => r.Run));
                    foreach (var e in refused)
                        output.WriteLine($"skipped {e.Message}");
                }
                else
                    runs.Add(RunFolder.Read(path));
            }
            catch (RunFormatException e)
            {
                output.WriteLine($"skipped {e.Message}");
            }
        }
        return runs;
    }

    private static void WriteTable(RunComparison comparison, TextWriter output)
    {
        var table = new TextTable("metric", "base", "new", "ratio (95 % CI)", "p (Holm)", "A/A band", "verdict");
        foreach (var row in comparison.Metrics.Select(Cells))
            table.Add(row);
        table.Write(output, leftLast: true);
    }

    private static void WriteMarkdown(RunComparison comparison, TextWriter output)
    {
        output.WriteLine("| metric | base | new | ratio (95 % CI) | p (Holm) | A/A band | verdict |");
        output.WriteLine("|---|---:|---:|---:|---:|---:|---|");
        foreach (var row in comparison.Metrics.Select(Cells))
            output.WriteLine($"| {string.Join(" | ", row)} |");
    }

    private static string[] Cells(MetricComparison m) =>
    [
        $"{m.Phase} {m.Metric.Name}", m.Metric.Text(m.BaseMedian), m.Metric.Text(m.NewMedian),
        m.Estimate.Low <= 0
            ? string.Create(CultureInfo.InvariantCulture, $"{m.Estimate.Ratio:0.000} (too few runs)")
            : string.Create(CultureInfo.InvariantCulture,
                $"{m.Estimate.Ratio:0.000} ({m.Estimate.Low:0.000}..{m.Estimate.High:0.000})"),
        m.AdjustedP.ToString("0.####", CultureInfo.InvariantCulture),
        m.Band is { } band ? "±" + Figures.Percent(band) : "-",
        VerdictText(m),
    ];

    private static void WriteNotes(RunComparison comparison, int before, int after, TextWriter output)
    {
        var pairs = comparison.Metrics[0].Paired;
        output.WriteLine(pairs
            ? $" pairs compared: {comparison.Metrics.Min(m => m.BaseRuns)} of {Math.Max(before, after)}"
            : $" runs compared: {before} base, {after} new");
        foreach (var run in comparison.Doubtful.Concat(comparison.Partial).Take(DoubtfulShown))
            output.WriteLine($" doubtful: {run}");
        if (comparison.Doubtful.Count + comparison.Partial.Count - DoubtfulShown is > 0 and var rest)
            output.WriteLine($" doubtful: {rest} more");
        if (comparison.Faults is { } faults)
            output.WriteLine($" events: base {faults.Base}; new {faults.New}");
        if (comparison.Differences.Count > 0)
            output.WriteLine(" what else changed:");
        foreach (var difference in comparison.Differences)
            output.WriteLine($"  {difference.Name}: {difference.Before} -> {difference.After}");
        if (comparison.Costs.Count > 0)
            output.WriteLine(" what an operation costs changed:");
        foreach (var cost in comparison.Costs)
            output.WriteLine($"  {cost.Phase}, {cost.Program}: " + string.Create(CultureInfo.InvariantCulture,
                $"{cost.Before:N1} -> {cost.After:N1} {cost.Cost} (x{cost.Ratio:0.0#})"));
    }

    private static string VerdictText(MetricComparison m) => m.Verdict switch
    {
        Verdict.Regressed => "REGRESSED",
        Verdict.Improved => "improved",
        Verdict.Same => "same",
        _ => m.MoreNeeded is { } more
            ? $"inconclusive (about {more} more {(m.Paired ? "pairs" : "runs a side")})" : "inconclusive",
    };
}
