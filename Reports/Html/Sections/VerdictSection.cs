using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Machine;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>1: the verdict and one sentence.</summary>
internal static class VerdictSection
{
    private const int ChangesNamed = 2;
    private const string Prefix = "parameters.";

    internal static void Write(HtmlText html, ReportPage page)
    {
        var (good, verdict, meaning) = page.Comparison is { } comparison ? Of(comparison) : Of(page);
        if (page.IsSeries && Outcome(page) is { Length: > 0 } outcome)
            (verdict, meaning) = (outcome, $"{Capital(verdict)}. {meaning}");
        html.Element("p", $"{(good ? "✓" : "!")} {verdict}", $"class=\"verdict {(good ? "good" : "doubt")}\"");
        html.Element("p", $"{meaning} {Sentence(page)}");
        foreach (var reason in Reasons(page.Runs))
            html.Note(reason);
    }

    /// <summary>Why runs are doubtful; of many, each kind of reason once.</summary>
    private static IEnumerable<string> Reasons(IReadOnlyList<ReportRun> runs)
    {
        var reasons = runs.SelectMany(r => (r.Run.Noise?.Reasons ?? []).Select(text => (Run: r, Text: text)));
        return runs.Count == 1 ? reasons.Select(r => Capital(r.Text))
            : reasons.GroupBy(r => string.Concat(r.Text.TakeWhile(c => !char.IsAsciiDigit(c)))).Select(kind =>
                $"{kind.Count()} of {runs.Count} runs, such as {kind.First().Run.Title}: {kind.First().Text}");
    }

    private static (bool Good, string Verdict, string Meaning) Of(RunComparison comparison)
    {
        var (good, meaning) = comparison.Verdict switch
        {
            Verdict.Regressed => (false, "At least one figure is worse by more than matters."),
            Verdict.Improved => (true, "At least one figure is better by more than matters, and none worse."),
            Verdict.Same => (true, "Every interval lies within what matters."),
            _ => (false, "More runs are needed."),
        };
        string[] changed = [.. comparison.Differences.Where(d => d.Name.StartsWith(Prefix, StringComparison.Ordinal))
            .Select(d => $"{d.Name[Prefix.Length..]} {d.Before} -> {d.After}")];
        var what = changed.Length is > 0 and <= ChangesNamed ? $"{string.Join(", ", changed)}. " : "";
        return (good, what + ComparisonSentence.Of(comparison), meaning);
    }

    // What a sweep or a search was made for, in a sentence for each phase.
    private static string Outcome(ReportPage page)
    {
        RunRecord[] runs = [.. page.Runs.Select(r => r.Run)];
        if (runs.All(r => r.Labels!.ContainsKey(CapacityRule.Label)))
            return CapacityRule.Sentence(runs) ?? "";
        var phases = page.Phases.Where(p => p.Phase.Operations > 0).GroupBy(p => p.Phase.Name);
        return string.Join(" ", phases.Select(phase =>
        {
            var points = phase.GroupBy(p => p.Run.Group)
                .Select(g => (Point: g.Key, Rate: Median.Of(g.Select(p => p.Phase.OpsPerSecond)))).ToArray();
            var (best, worst) = (points.MaxBy(p => p.Rate), points.MinBy(p => p.Rate));
            return $"{Capital(phase.Key)}: {Figures.Rate(best.Rate)} ops/s at {best.Point}"
                + (points.Length > 1 ? $", {Figures.Rate(worst.Rate)} at {worst.Point}." : ".");
        }));
    }

    private static (bool Good, string Verdict, string Meaning) Of(ReportPage page)
    {
        var verdicts = page.Runs.GroupBy(VerdictOf).OrderByDescending(g => g.Count()).ToArray();
        if (verdicts is [var only])
            return (only.Key == NoiseVerdict.Clean, only.Key, Meaning(only.Key));
        return (false, string.Join(", ", verdicts.Select(v => $"{v.Count()} {v.Key}")),
            "Not every run can be believed.");
    }

    private static string VerdictOf(ReportRun run) => run.Run.Status != "complete" ? run.Run.Status
        : run.Run.Thresholds?.Any(t => !t.Passed) == true ? "threshold failed" : run.Run.Noise?.Verdict ?? "not judged";

    private static string Meaning(string verdict) => verdict switch
    {
        "threshold failed" => "A figure is beyond its bound.",
        "cancelled" or "stopped" => "The run did not end: the figures cover the part that ran.",
        _ => RunSentences.Noise(verdict),
    };

    private static string Sentence(ReportPage page)
    {
        if (page.Comparison is { } comparison)
        {
            return $"{comparison.Metrics.Count} figures compared over {page.Runs.Count} runs: "
                + string.Join(", ", comparison.Metrics.GroupBy(m => m.Verdict).OrderByDescending(g => g.Key)
                    .Select(g => $"{g.Count()} {g.Key.ToString().ToLowerInvariant()}")) + ".";
        }

        var run = page.Runs[^1];
        var figures = string.Join("; ", run.Measured.Select(p =>
            $"{p.Name} {Figures.Rate(p.OpsPerSecond)} ops/s, p99 {Figures.Ms(p.LatencyMs.P99)} ms"
            + (p.Failed > 0 ? $", {Figures.Count(p.Failed)} failed" : "")));
        return figures.Length == 0 ? "Nothing was measured."
            : page.Runs.Count == 1 ? $"{Capital(figures)}." : $"The last, {run.Title}: {figures}.";
    }

    private static string Capital(string text) => char.ToUpperInvariant(text[0]) + text[1..];
}
