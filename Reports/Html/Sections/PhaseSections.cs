using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Histograms;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>3: latency over time. 4: the percentile spectrum. 5: the heat map. 7: errors over time.</summary>
internal static class PhaseSections
{
    internal static void WriteOverTime(HtmlText html, IReadOnlyList<ReportRun> runs)
    {
        html.Raw("<section id=\"time\">\n").Element("h2", "Latency over time");
        foreach (var (run, phase) in Phases(runs).Where(p => p.Phase.PerSecond.Count > 1))
        {
            html.Element("h3", $"{run.Title}, {phase.Name}");
            var chart = new LineChart($"Latency of {phase.Name} over time", "second of the phase", "ms",
            [
                Line("p50", phase, r => r.P50Ms), Line("p99", phase, r => r.P99Ms), Line("max", phase, r => r.MaxMs),
            ])
            {
                LogY = true, Bands = [.. Bands(run.Run, phase)],
            };
            html.Chart(chart.Draw(), ["second", "ops", "failed", "p50 ms", "p99 ms", "max ms"],
                phase.PerSecond.Select(r => new[]
                {
                    $"{r.Second}", Figures.Count(r.Operations), Figures.Count(r.Failed), Figures.Ms(r.P50Ms),
                    Figures.Ms(r.P99Ms), Figures.Ms(r.MaxMs),
                }));
            var rate = new LineChart($"Rate of {phase.Name} over time", "second of the phase", "ops/s",
                [new("ops/s", [.. phase.PerSecond.Select(r => ((double)r.Second, (double)r.Operations))])])
            {
                Bands = [.. Bands(run.Run, phase)],
            };
            html.Raw($"<figure>\n{rate.Draw()}</figure>\n");
        }
        html.Raw("</section>\n");
    }

    internal static void WriteSpectrum(HtmlText html, IReadOnlyList<ReportRun> runs)
    {
        html.Raw("<section id=\"spectrum\">\n").Element("h2", "Percentile spectrum");
        foreach (var name in Phases(runs).Select(p => p.Phase.Name).Distinct())
        {
            var series = new List<Series>();
            foreach (var (run, phase) in Phases(runs).Where(p => p.Phase.Name == name && p.Phase.Operations > 0))
            {
                var label = runs.Count > 1 ? $"{run.Title} " : "";
                var open = phase.ServiceHistogram is not null;
                series.Add(Spectrum($"{label}{(open ? "response" : "latency")}", phase.ReadHistogram()));
                if (open)
                    series.Add(Spectrum($"{label}service", phase.ReadServiceHistogram()));
            }
            if (series.Count == 0)
                continue;
            html.Element("h3", name);
            var chart = new LineChart($"Percentiles of {name}",
                "1 / (1 - percentile): 10 is p90, 100 is p99, 1,000 is p99.9",
                "ms", series)
            { LogX = true, LogY = true };
            html.Chart(chart.Draw(), ["1 / (1 - percentile)", .. series.Select(s => $"{s.Name} ms")],
                series.MaxBy(s => s.Points.Count)!.Points.Select((point, i) => (string[])
                    [HtmlText.Number(point.X),
                        .. series.Select(s => i < s.Points.Count ? Figures.Ms(s.Points[i].Y) : "-")]));
        }
        html.Raw("</section>\n");
    }

    internal static void WriteHeat(HtmlText html, IReadOnlyList<ReportRun> runs)
    {
        html.Raw("<section id=\"heat\">\n").Element("h2", "Where operations fell");
        var any = false;
        foreach (var (run, phase) in Phases(runs))
        {
            (double, LatencyHistogram)[] columns = [.. run.Log.Where(l => l.Tag == phase.Name)
                .Select(l => (Math.Round(l.Start - run.StartOf(phase)), l.Histogram))];
            if (columns.Length < 2)
                continue;
            any = true;
            html.Element("h3", $"{run.Title}, {phase.Name}");
            var map = new HeatMap($"Latency of {phase.Name} by second", columns);
            html.Chart(map.Draw(), ["second", "from ms", "operations"], map.Cells().Select(c => new[]
            {
                HtmlText.Number(c.Second), Figures.Ms(c.FromMs), Figures.Count(c.Count),
            }));
        }
        if (!any)
            html.Element("p", "No interval log lies beside these runs, or none has two seconds.", "class=\"note\"");
        html.Raw("</section>\n");
    }

    internal static void WriteErrors(HtmlText html, IReadOnlyList<ReportRun> runs)
    {
        html.Raw("<section id=\"errors\">\n").Element("h2", "Errors");
        var failing = Phases(runs).Where(p => p.Phase.Failed > 0).ToArray();
        if (failing.Length == 0)
            html.Element("p", "No operation failed.");
        foreach (var (run, phase) in failing)
        {
            html.Element("h3", $"{run.Title}, {phase.Name}");
            var chart = new LineChart($"Failures of {phase.Name} over time", "second of the phase", "failures",
                [new("failures", [.. phase.PerSecond.Select(r => ((double)r.Second, (double)r.Failed))])])
            {
                Bands = [.. Bands(run.Run, phase)],
            };
            html.Chart(chart.Draw(), ["kind", "count", "share"], phase.Errors.OrderByDescending(e => e.Value)
                .Select(e =>
                new[] { e.Key, Figures.Count(e.Value),
                    Figures.Percent((double)e.Value / (phase.Operations + phase.Failed)) }));
        }
        html.Raw("</section>\n");
    }

    private static IEnumerable<(ReportRun Run, PhaseRecord Phase)> Phases(IReadOnlyList<ReportRun> runs) =>
        runs.SelectMany(r => r.Measured.Select(p => (r, p)));

    private static Series Line(string name, PhaseRecord phase, Func<SecondRecord, double> value) =>
        new(name, [.. phase.PerSecond.Where(r => r.Operations > 0).Select(r => ((double)r.Second, value(r)))]);

    private static Series Spectrum(string name, LatencyHistogram histogram) =>
        new(name, [.. PercentileSteps.Of(histogram, 5).Where(s => s.Level < 100)
            .Select(s => (100 / (100 - s.Level), Math.Min(s.Value, histogram.Max) / 1e6))]);

    private static IEnumerable<Band> Bands(RunRecord run, PhaseRecord phase)
    {
        if (phase.Steady is { Found: true, FromSecond: > 0 } steady)
            yield return new Band(0, steady.FromSecond, "warm-up");
        foreach (var e in (run.Events ?? []).Where(e => e.Phase == phase.Name))
            yield return new Band(e.Second, e.Second, e.Text);
        foreach (var pauses in (run.Counters ?? []).Where(c => c.Counter == "gc-pause-ms" && c.Phase == phase.Name))
            for (var s = 0; s < pauses.PerSecond.Count; s++)
                if (pauses.PerSecond[s] > 50)
                    yield return new Band(
                        pauses.FromSecond + s, pauses.FromSecond + s + 1, $"GC {pauses.Process}");
    }
}
