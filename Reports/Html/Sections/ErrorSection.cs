using System;
using System.Linq;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>7: failures by kind and over time.</summary>
internal static class ErrorSection
{
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
        var chart = new LineChart($"Failures of {phase.Name} over time", "second of the phase", "failures a second",
            [new("failures", [.. phase.PerSecond.Select(r => (r.Second + 0.5, (double)r.Failed))])])
        {
            WholeX = true, Dots = phase.PerSecond.Count <= 60, Height = 200, Bands = bands,
            Span = [0, phase.Seconds],
            Marks = PhaseBands.Events(run.Run, phase),
        };
        html.Figure($"failures of {page.NameOf(run, phase)} by second", [chart.Draw()], PhaseBands.Key(bands),
            ["second", "failures", "successes"], phase.PerSecond.Where(r => r.Failed > 0)
                .Select(r => new[] { $"{r.Second}", Figures.Count(r.Failed), Figures.Count(r.Operations) }));
    }
}
