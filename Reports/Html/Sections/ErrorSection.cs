using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>7: failures by kind and over time.</summary>
internal static class ErrorSection
{
    private const int LinesMax = 6;
    private const string All = "failures";
    private const string Others = "other kinds";

    internal static void Write(HtmlText html, ReportPage page)
    {
        var failing = page.Runs.SelectMany(r => r.Run.Phases.Where(p => p.Failed > 0).Select(p => (Run: r, Phase: p)))
            .ToArray();
        if (failing.Length == 0)
        {
            html.Element("p", "No operation failed.");
            return;
        }
        html.Fold("failures by kind", ["phase", "kind", "failures", "share of operations", "p50 ms of all failures",
            "max ms of all failures"],
            failing.SelectMany(f => f.Phase.Errors.OrderByDescending(e => e.Value)
                .ThenBy(e => e.Key, StringComparer.Ordinal).Select(e => new[]
                {
                    page.NameOf(f.Run, f.Phase), e.Key, Figures.Count(e.Value),
                    Figures.Percent((double)e.Value / (f.Phase.Operations + f.Phase.Failed)),
                    Figures.Ms(f.Phase.FailedMs?.P50), Figures.Ms(f.Phase.FailedMs?.Max),
                })));
        foreach (var (run, phase) in failing.Where(f => page.Detailed.Contains(f.Run) && f.Phase.PerSecond.Count > 1))
            WriteOverTime(html, page, run, phase);
    }

    private static void WriteOverTime(HtmlText html, ReportPage page, ReportRun run, PhaseRecord phase)
    {
        html.Element("h3", page.NameOf(run, phase));
        var bands = PhaseBands.Of(run.Run, phase);
        var kinds = KindsOf(phase);
        string[] columns = kinds[0] == All ? kinds : [All, .. kinds];
        var chart = new LineChart($"Failures of {phase.Name} over time", "second of the phase", "failures a second",
            [.. kinds.Select(k => new Series(k, [.. phase.PerSecond.Select(r => (r.Second + 0.5, (double)Of(r, k)))]))])
        {
            Named = kinds[0] != All, WholeX = true, Dots = phase.PerSecond.Count <= 60, Height = 200, Bands = bands,
            Span = [0, phase.Seconds],
            Marks = PhaseBands.Events(run.Run, phase),
        };
        html.Figure($"failures of {page.NameOf(run, phase)} by second", [chart.Draw()], PhaseBands.Key(bands),
            ["second", .. columns, "successes"], phase.PerSecond.Where(r => r.Failed > 0).Select(r => (string[])
                [$"{r.Second}", .. columns.Select(c => Figures.Count(Of(r, c))), Figures.Count(r.Operations)]));

        long Of(SecondRecord second, string column) => column switch
        {
            All => second.Failed,
            Others => second.Failed - kinds.Where(k => k != Others).Sum(k => Of(second, k)),
            _ => second.Errors?.GetValueOrDefault(column) ?? 0,
        };
    }

    // Lines without a colour of their own cannot be told apart; runs of earlier versions do not tell the kinds.
    private static string[] KindsOf(PhaseRecord phase)
    {
        if (phase.PerSecond.Any(r => r.Failed > 0 && r.Errors is null))
            return [All];
        string[] kinds = [.. phase.Errors.OrderByDescending(e => e.Value).ThenBy(e => e.Key, StringComparer.Ordinal)
            .Select(e => e.Key)];
        return kinds.Length <= LinesMax ? kinds : [.. kinds.Take(LinesMax - 1), Others];
    }
}
