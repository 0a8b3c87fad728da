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
    private static readonly string[] Head =
        ["metric", "base", "new", "ratio (95 % CI)", "p (Holm)", "A/A band", "verdict"];

    /// <summary>Compares saved runs and writes the result.</summary>
    /// <exception cref="FormatException">A path that the request names is no run and no folder of runs.</exception>
    public static ComparisonOutcome Run(CompareRequest request, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(output);
        var runs = ComparedRuns.Load(request);
        foreach (var skipped in runs.Skipped)
            output.WriteLine($"skipped {skipped}");
        request = runs.Asked(request);
        return Write(runs.Compare(request), runs.Before.Count, runs.After.Count, request, output);
    }

    /// <summary>Writes a comparison.</summary>
    public static ComparisonOutcome Write(
        RunComparison comparison, int before, int after, CompareRequest request, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(output);
        var outcome = request.Judge(comparison);
        if (outcome == ComparisonOutcome.NothingCompared)
        {
            output.WriteLine(
                $"Nothing was compared: {before} base runs and {after} new runs have no figure in common.");
            return outcome;
        }
        if (comparison.DifferentWork.Count > 0)
            output.WriteLine($"The runs did different work: {string.Join("; ", comparison.DifferentWork)}");
        if (outcome == ComparisonOutcome.DifferentWork)
            return outcome;
        var table = new TextTable(Head);
        foreach (var row in comparison.Metrics.Select(Cells))
            table.Add(row);
        table.Write(output, leftLast: true);
        foreach (var (depth, note) in Notes(comparison, before, after))
            output.WriteLine(new string(' ', 1 + depth) + note);
        return outcome;
    }

    /// <summary>Writes a comparison as Markdown, for a comment on a change: a title, where and how it was made, a table
    /// and notes.</summary>
    public static void WriteMarkdown(ComparedRuns runs, CompareRequest request, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(output);
        var comparison = runs.Compare(request);
        output.WriteLine($"### SfPerf: {(comparison.Metrics.Count == 0 ? "nothing was compared"
            : comparison.Verdict.ToString().ToLowerInvariant())}");
        output.WriteLine();
        output.WriteLine($"- base: {Describe(request.Before, runs.Before)}");
        output.WriteLine($"- new: {Describe(request.After, runs.After)}");
        if (request.Command is { } command)
            output.WriteLine($"- command: `{command}`");
        foreach (var different in comparison.DifferentWork)
            output.WriteLine($"- **different work**: {different}");
        if (comparison.Metrics.Count == 0)
            return;
        output.WriteLine();
        output.WriteLine($"| {string.Join(" | ", Head)} |");
        output.WriteLine("|---|---:|---:|---:|---:|---:|---|");
        foreach (var row in comparison.Metrics.Select(Cells))
            output.WriteLine($"| {string.Join(" | ", row)} |");
        output.WriteLine();
        foreach (var (depth, note) in Notes(comparison, runs.Before.Count, runs.After.Count))
            output.WriteLine($"{new string(' ', depth * 2)}- {note}");
    }

    private static string Describe(IReadOnlyList<string> paths, IReadOnlyList<RunRecord> runs)
    {
        var commits = Distinct(runs.Select(r => r.Environment.Commit is { } commit
            ? commit[..Math.Min(7, commit.Length)] : null));
        var machines = Distinct(runs.Select(r => $"{r.Environment.Cpu}, {r.Environment.Cores} cores, "
            + $"{r.Environment.Os}, {r.Environment.Runtime}"));
        return $"{string.Join(", ", paths.Select(p => $"`{p}`"))}, {runs.Count} runs"
            + (commits.Length > 0 ? $", commit {commits}" : "") + (machines.Length > 0 ? $"; {machines}" : "");
    }

    private static string Distinct(IEnumerable<string?> values) =>
        string.Join(" and ", values.OfType<string>().Distinct().Order(StringComparer.Ordinal));

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

    private static IEnumerable<(int Depth, string Text)> Notes(RunComparison comparison, int before, int after)
    {
        yield return (0, comparison.Metrics[0].Paired
            ? $"pairs compared: {comparison.Metrics.Min(m => m.BaseRuns)} of {Math.Max(before, after)}"
            : $"runs compared: {before} base, {after} new");
        foreach (var doubtful in comparison.DoubtfulInShort)
            yield return (0, $"doubtful: {doubtful}");
        if (comparison.Faults is { } faults)
            yield return (0, $"events: base {faults.Base}; new {faults.New}");
        if (comparison.Differences.Count > 0)
            yield return (0, "what differs between base and new:");
        foreach (var difference in comparison.Differences)
            yield return (1, difference.ToString());
        if (comparison.Costs.Count > 0)
            yield return (0, "what an operation costs changed:");
        foreach (var cost in comparison.Costs)
        {
            yield return (1, $"{cost.Phase}, {cost.Program}: " + string.Create(CultureInfo.InvariantCulture,
                $"{cost.Before:N1} -> {cost.After:N1} {cost.Cost} (x{cost.Ratio:0.0#})"));
        }
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
