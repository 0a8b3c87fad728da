using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>2: the table of results, how sure they are, and the thresholds.</summary>
internal static class ResultsSection
{
    private const int SummaryFrom = 7;

    private static readonly string[] Head =
    [
        "phase", "total s", "ops", "ops/s", "avg ms", "p50 ms", "p90 ms", "p99 ms", "p99.9 ms", "max ms", "first ms",
        "driver cpu", "errors",
    ];

    internal static void Write(HtmlText html, ReportPage page)
    {
        if (page.Runs.Count >= SummaryFrom)
            WriteSummary(html, page);
        var rows = page.Runs.SelectMany(r => r.Run.Phases.Select(p => Row(page, r, p)));
        if (page.Runs.Count >= SummaryFrom)
            html.Fold("every run", Head, rows);
        else
            html.Table("results", Head, rows);
        WriteSureness(html, page);
        WriteThresholds(html, page);
        ScenarioResults.Write(html, page);
    }

    private static void WriteSummary(HtmlText html, ReportPage page) => html.Table("all runs",
        ["phase", "runs", "ops/s median", "lowest", "highest", "mean ms median", "p99 ms median", "failed"],
        // Runs that were made for different settings have no median in common.
        page.Phases.GroupBy(p => p.Run.Group.Length == 0 ? p.Phase.Name : $"{p.Phase.Name}, {p.Run.Group}")
            .Select(g => new[]
        {
            g.Key, Figures.Count(g.Count()), Figures.Rate(Median.Of(g.Select(p => p.Phase.OpsPerSecond))),
            Figures.Rate(g.Min(p => p.Phase.OpsPerSecond)), Figures.Rate(g.Max(p => p.Phase.OpsPerSecond)),
            Figures.Ms(Median.Of(g.Select(p => p.Phase.LatencyMs.Mean))),
            Figures.Ms(Median.OfKnown(g.Select(p => p.Phase.LatencyMs.P99))), Figures.Count(g.Sum(p => p.Phase.Failed)),
        }));

    private static string[] Row(ReportPage page, ReportRun run, PhaseRecord p) =>
    [
        page.NameOf(run, p), Figures.Time(p.Seconds), Figures.Count(p.Operations), Figures.Rate(p.OpsPerSecond),
        Figures.Ms(p.LatencyMs.Mean), Figures.Ms(p.LatencyMs.P50), Figures.Ms(p.LatencyMs.P90),
        Figures.Ms(p.LatencyMs.P99), Figures.Ms(p.LatencyMs.P999), Figures.Ms(p.LatencyMs.Max),
        Figures.Ms(p.FirstOperationMs), DriverCpu(run.Run, p),
        RunTable.ErrorsOf(p),
    ];

    // The share of the processors that the driver used while the phase lasted; the kinds of a mixed phase share it.
    private static string DriverCpu(RunRecord run, PhaseRecord phase)
    {
        var name = run.Phases.First(p => p == phase || (p.MixedPhase is { } mixed && mixed == phase.MixedPhase)).Name;
        CounterSeriesRecord[] used = [.. (run.Counters ?? []).Where(c => c.Phase == name && c.Counter == "cpu"
            && c.PerSecond.Count > 0)];
        CounterSeriesRecord[] drivers =
            [.. used.Where(c => c.Process.StartsWith("LoadDriver", StringComparison.Ordinal))];
        if (drivers.Length == 0)
            drivers = [.. used.Where(c => c.Process == "sfperf")];
        return drivers.Length == 0 ? "-"
            : Figures.Percent(drivers.Sum(c => c.PerSecond.Average()) / Math.Max(1, run.Environment.Cores));
    }

    private static void WriteSureness(HtmlText html, ReportPage page)
    {
        html.Element("h3", "How sure they are");
        string[] head = ["phase", "loop", "Little's law", "steady from second", "steady ops/s (95 %)",
            "steady p99 ms (95 %)", "remarks"];
        var rows = page.Runs.SelectMany(r => r.Measured.Select(p => new[]
        {
            page.NameOf(r, p), Loop(p), Little(r.Run, p), Steady(p), SteadyRate(p.Steady), SteadyTail(p.Steady),
            Remarks(p),
        }));
        if (page.Runs.Count >= SummaryFrom)
            html.Fold("how sure every run is", head, rows);
        else
            html.Table("how sure the results are", head, rows);
    }

    private static string Loop(PhaseRecord p) => p.OfferedRate is { } rate
        ? $"open, {Figures.Rate(rate)}/s intended" : $"closed, {Figures.Count(p.Outstanding)} outstanding";

    // An open loop has no fixed number outstanding; pauses after failures are no operation; and the kinds of a mixed
    // phase share its outstanding operations, so that the law holds for their sum only.
    private static string Little(RunRecord run, PhaseRecord p)
    {
        PhaseRecord[] together = [.. run.Measured.Where(o => o == p
            || (p.MixedPhase is { } mixed && o.MixedPhase == mixed))];
        if (p.OfferedRate is not null || p.Outstanding == 0 || together.Any(o => o.Failed > 0))
            return "-";
        var residual = together.Length == 1
            ? p.LittleResidual
            : (together.Sum(o => o.OpsPerSecond * o.LatencyMs.Mean / 1000) / p.Outstanding) - 1;
        return Figures.Percent(residual) + (together.Length > 1 ? " (all kinds)" : "");
    }

    private static string Steady(PhaseRecord p) => p.Steady is { } steady
        ? steady.Found ? $"{steady.FromSecond}" : "never" : "too short";

    private static string SteadyRate(SteadyRecord? steady) => steady is not { Found: true } ? "-"
        : Figures.Rate(steady.OpsPerSecond) + (steady is { OpsPerSecondLow: { } low, OpsPerSecondHigh: { } high }
            ? $" ({Figures.Rate(low)} to {Figures.Rate(high)})" : "");

    private static string SteadyTail(SteadyRecord? steady) => steady is not { Found: true } ? "-"
        : Figures.Ms(steady.LatencyMs?.P99) + (steady is { P99LowMs: { } low, P99HighMs: { } high }
            ? $" ({Figures.Ms(low)} to {Figures.Ms(high)})" : "");

    private static string Remarks(PhaseRecord p)
    {
        var remarks = new List<string>();
        if (p.OfferedRate is not null)
        {
            remarks.Add($"service p99 {Figures.Ms(p.ServiceMs?.P99)} ms, driver late by "
                + $"{Figures.Ms(p.LatenessMs?.P99)} ms at p99, {Figures.Count(p.LateStarts ?? 0)} late starts");
        }

        if (p.Abandoned > 0)
            remarks.Add($"{Figures.Count(p.Abandoned)} under way at the end");
        if (p.Stopped is { } stopped)
            remarks.Add($"ended early: {stopped}");
        return string.Join("; ", remarks);
    }

    private static void WriteThresholds(HtmlText html, ReportPage page)
    {
        string[][] rows = [.. page.Runs.SelectMany(r => (r.Run.Thresholds ?? []).Select(t => new[]
        {
            t.Expression, r.Title, t.Value is { } value ? HtmlText.Number(value) : "nothing",
            t.Passed ? "✓ kept" : "✗ broken",
        }))];
        if (rows.Length > 0)
            html.Element("h3", "Thresholds").Fold("thresholds", ["threshold", "run", "measured", "result"], rows);
    }
}
