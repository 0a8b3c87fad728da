using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>1: the verdict and one sentence. 2: the table of results.</summary>
internal static class SummarySection
{
    internal static void Write(HtmlText html, IReadOnlyList<ReportRun> runs, RunComparison? comparison)
    {
        var verdict = comparison is not null ? comparison.Verdict.ToString().ToLowerInvariant() : Verdict(runs);
        html.Raw("<section id=\"verdict\">\n");
        html.Element("p", verdict,
            $"class=\"verdict {(verdict is "clean" or "same" or "improved" ? "good" : "doubt")}\"");
        html.Element("p", Sentence(runs, comparison));
        foreach (var reason in runs.SelectMany(r => (r.Run.Noise?.Reasons ?? []).Select(n => $"{r.Title}: {n}")))
            html.Element("p", reason, "class=\"note\"");
        html.Raw("</section>\n<section id=\"results\">\n").Element("h2", "Results");
        html.Table(
            ["run, phase", "total time", "ops", "ops/s", "avg ms", "p50", "p90", "p99", "p99.9", "max", "first",
                "errors",
                "driver cpu"],
            runs.SelectMany(r => r.Run.Phases.Select(p => Row(r, p))));
        var thresholds = runs.SelectMany(r => (r.Run.Thresholds ?? []).Select(t => (Run: r, Threshold: t))).ToArray();
        if (thresholds.Length > 0)
            html.Element("h3", "Thresholds").Table(["run", "threshold", "measured", "result"], thresholds.Select(t =>
                new[]
                {
                    t.Run.Title, t.Threshold.Expression,
                    t.Threshold.Value is { } value ? HtmlText.Number(value) : "nothing", t.Threshold.Passed ? "ok"
                        : "FAIL",
                }));
        html.Raw("</section>\n");
    }

    private static string[] Row(ReportRun run, PhaseRecord p) =>
    [
        $"{run.Title}, {p.Name}", Figures.Time(p.Seconds), Figures.Count(p.Operations), Figures.Rate(p.OpsPerSecond),
        Figures.Ms(p.LatencyMs.Mean), Figures.Ms(p.LatencyMs.P50), Figures.Ms(p.LatencyMs.P90),
            Figures.Ms(p.LatencyMs.P99),
        Figures.Ms(p.LatencyMs.P999), Figures.Ms(p.LatencyMs.Max), Figures.Ms(p.FirstOperationMs), RunTable.ErrorsOf(p),
        run.Run.Noise?.DriverCpu is { } cpu ? Figures.Percent(cpu) : "-",
    ];

    private static string Verdict(IReadOnlyList<ReportRun> runs)
    {
        var verdicts = runs.Select(r => r.Run.Status != "complete" ? r.Run.Status : r.Run.Noise?.Verdict
            ?? "not judged")
            .Distinct().ToArray();
        return verdicts.Length == 1 ? verdicts[0] : string.Join(", ", verdicts);
    }

    private static string Sentence(IReadOnlyList<ReportRun> runs, RunComparison? comparison)
    {
        if (comparison is not null)
            return $"{comparison.Metrics.Count} figures compared over {runs.Count} runs: " + string.Join(", ",
                comparison.Metrics.GroupBy(m => m.Verdict).OrderByDescending(g => g.Key)
                    .Select(g => $"{g.Count()} {g.Key.ToString().ToLowerInvariant()}")) + ".";
        var run = runs[^1];
        return $"{run.Title}: " + string.Join("; ", run.Measured.Select(p =>
            $"{p.Name} {Figures.Rate(p.OpsPerSecond)} ops/s, p99 {Figures.Ms(p.LatencyMs.P99)} ms"
            + (p.Failed > 0 ? $", {Figures.Count(p.Failed)} failed" : ""))) + ".";
    }
}
