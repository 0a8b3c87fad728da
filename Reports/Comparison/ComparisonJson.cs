using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using SfPerf.Reports.Exports;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Comparison;

/// <summary>A comparison as JSON, for programs: outcome, reason, each figure with its interval and verdict, and what
/// else changed.</summary>
public static class ComparisonJson
{
    /// <summary>Writes a comparison.</summary>
    /// <param name="comparison">The comparison.</param>
    /// <param name="runs">The runs it is of.</param>
    /// <param name="request">What was asked.</param>
    /// <param name="folder">Where the runs were saved; null when they were saved before.</param>
    public static string Write(
        RunComparison comparison, ComparedRuns runs, CompareRequest request, string? folder = null)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentNullException.ThrowIfNull(request);
        var outcome = request.Judge(comparison);
        return JsonText.Write(json =>
        {
            json.WriteStartObject();
            json.WriteString("kind", "comparison");
            json.WriteString("outcome", NameOf(outcome));
            json.WriteString("verdict", NameOf(comparison.Verdict));
            json.WriteString("reason", ReasonOf(comparison, outcome));
            if (folder is not null)
                json.WriteString("folder", folder);
            WriteSide(json, "base", request.Before, runs.Before);
            WriteSide(json, "new", request.After, runs.After);
            json.WriteStartArray("figures");
            foreach (var metric in comparison.Metrics)
                Write(json, metric);
            json.WriteEndArray();
            json.WriteStartArray("differences");
            foreach (var difference in comparison.Differences)
            {
                json.WriteStartObject();
                json.WriteString("name", difference.Name);
                json.WriteString("base", difference.Before);
                json.WriteString("new", difference.After);
                json.WriteEndObject();
            }
            json.WriteEndArray();
            WriteTexts(json, "doubtful", [.. comparison.Doubtful, .. comparison.Partial]);
            WriteTexts(json, "skipped", runs.Skipped);
            json.WriteEndObject();
        });
    }

    private static void WriteSide(
        Utf8JsonWriter json, string name, IReadOnlyList<string> paths, IReadOnlyList<RunRecord> runs)
    {
        json.WriteStartObject(name);
        WriteTexts(json, "paths", paths);
        WriteTexts(json, "runs", [.. runs.Select(r => r.Id)]);
        WriteTexts(json, "commits", [.. runs.Select(r => r.Environment.Commit).OfType<string>().Distinct()]);
        json.WriteEndObject();
    }

    private static void WriteTexts(Utf8JsonWriter json, string name, IReadOnlyList<string> texts)
    {
        json.WriteStartArray(name);
        foreach (var text in texts)
            json.WriteStringValue(text);
        json.WriteEndArray();
    }

    private static void Write(Utf8JsonWriter json, MetricComparison metric)
    {
        json.WriteStartObject();
        json.WriteString("phase", metric.Phase);
        json.WriteString("figure", metric.Metric.Name);
        json.WriteBoolean("higherIsBetter", metric.Metric.HigherIsBetter);
        json.WriteNumber("base", metric.BaseMedian);
        json.WriteNumber("new", metric.NewMedian);
        json.WriteNumber("ratio", metric.Estimate.Ratio);
        // With too few runs the interval has no ends.
        if (metric.Estimate.Low > 0 && double.IsFinite(metric.Estimate.High))
        {
            json.WriteNumber("ratioLow", metric.Estimate.Low);
            json.WriteNumber("ratioHigh", metric.Estimate.High);
        }
        json.WriteNumber("p", metric.AdjustedP);
        if (metric.Band is { } band && double.IsFinite(band))
            json.WriteNumber("sameSideBand", band);
        json.WriteString("verdict", NameOf(metric.Verdict));
        if (metric.MoreNeeded is { } more)
            json.WriteNumber(metric.Paired ? "morePairs" : "moreRunsASide", more);
        json.WriteNumber(metric.Paired ? "pairs" : "baseRuns", metric.BaseRuns);
        if (!metric.Paired)
            json.WriteNumber("newRuns", metric.NewRuns);
        json.WriteEndObject();
    }

    private static string ReasonOf(RunComparison comparison, ComparisonOutcome outcome) => outcome switch
    {
        ComparisonOutcome.NothingCompared => "The runs have no figure in common.",
        ComparisonOutcome.DifferentWork => $"Different work: {string.Join("; ", comparison.DifferentWork)}.",
        ComparisonOutcome.Doubtful => $"Doubtful runs: {string.Join("; ", comparison.Doubtful)}.",
        _ => ComparisonSentence.Of(comparison),
    };

    internal static string NameOf<T>(T value)
        where T : struct, Enum => JsonNamingPolicy.CamelCase.ConvertName(value.ToString());
}
