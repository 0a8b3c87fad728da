using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>8: counters. 9: comparison and history. 10: environment and parameters. 11: how to repeat it.</summary>
internal static class EvidenceSections
{
    internal static void WriteCounters(HtmlText html, IReadOnlyList<ReportRun> runs)
    {
        html.Raw("<section id=\"counters\">\n").Element("h2", "Counters of driver and store");
        var counters = runs.SelectMany(r => (r.Run.Counters ?? []).Select(c => (Run: r, Counter: c)))
            .GroupBy(c => (c.Run.Title, c.Counter.Phase, c.Counter.Counter)).ToArray();
        if (counters.Length == 0)
            html.Element("p", "These runs carry no counters.", "class=\"note\"");
        foreach (var group in counters)
        {
            html.Element("h3", $"{group.Key.Title}, {group.Key.Phase}: {group.Key.Counter}");
            Series[] series = [.. group.Select(c => new Series(
                c.Counter.Process,
                [.. c.Counter.PerSecond.Select((v, i) => ((double)(c.Counter.FromSecond + i), v))]))];
            var seconds = group.Max(c => c.Counter.FromSecond + c.Counter.PerSecond.Count);
            html.Chart(new LineChart(group.Key.Counter, "second of the phase", group.Key.Counter, series).Draw(),
                ["second", .. series.Select(s => s.Name)],
                Enumerable.Range(0, seconds).Select(i => (string[])
                    [$"{i}", .. group.Select(c => At(c.Counter, i))]));
        }
        html.Raw("</section>\n");
    }

    private static string At(CounterSeriesRecord counter, int second) =>
        second >= counter.FromSecond && second - counter.FromSecond < counter.PerSecond.Count
            ? HtmlText.Number(counter.PerSecond[second - counter.FromSecond]) : "-";

    internal static void WriteComparison(HtmlText html, IReadOnlyList<ReportRun> runs, RunComparison? comparison)
    {
        html.Raw("<section id=\"comparison\">\n").Element("h2", "Comparison and history");
        if (comparison is { Metrics.Count: > 0 })
            html.Chart(new ForestPlot(comparison.Metrics).Draw(),
                ["figure", "base", "new", "ratio", "low", "high", "p (Holm)", "A/A band", "verdict", "runs"],
                comparison.Metrics.Select(m => new[]
                {
                    $"{m.Phase} {m.Metric.Name}", HtmlText.Number(m.BaseMedian), HtmlText.Number(m.NewMedian),
                    HtmlText.Number(m.Estimate.Ratio), HtmlText.Number(m.Estimate.Low),
                        HtmlText.Number(m.Estimate.High),
                    HtmlText.Number(m.AdjustedP), m.Band is { } band ? Figures.Percent(band) : "-", $"{m.Verdict}",
                    $"{m.BaseRuns} and {m.NewRuns}",
                }));
        else
            html.Element("p", "No base runs were given to compare with.", "class=\"note\"");
        foreach (var name in runs.SelectMany(r => r.Measured).Select(p => p.Name).Distinct())
        {
            (ReportRun Run, PhaseRecord Phase)[] history = [.. runs.OrderBy(r => r.Run.StartedUtc)
                .SelectMany(r => r.Measured.Where(p => p.Name == name).Select(p => (r, p)))];
            if (history.Length < 3)
                continue;
            html.Element("h3", $"{name} over {history.Length} runs");
            var chart = new LineChart($"Rate of {name} by run", "run", "ops/s",
                [new("ops/s", [.. history.Select((h, i) => (i + 1.0, h.Phase.OpsPerSecond))])])
            { Marks = true };
            html.Chart(chart.Draw(), ["run", "started", "sdk", "runtime", "ops/s", "p99 ms"],
                history.Select((h, i) => new[]
            {
                $"{i + 1}: {h.Run.Title}", h.Run.Run.StartedUtc.UtcDateTime.ToString("u",
                    System.Globalization.CultureInfo.InvariantCulture),
                h.Run.Run.Environment.Sdk ?? "-", h.Run.Run.Environment.Runtime ?? "-",
                    Figures.Rate(h.Phase.OpsPerSecond),
                Figures.Ms(h.Phase.LatencyMs.P99),
            }));
        }
        html.Raw("</section>\n");
    }

    internal static void WriteEnvironment(HtmlText html, IReadOnlyList<ReportRun> runs)
    {
        html.Raw("<section id=\"environment\">\n").Element("h2", "Environment and parameters");
        var facts = runs.Select(r => Difference.Facts(r.Run).ToDictionary(f => f.Name, f => f.Value ?? "-")).ToArray();
        var names = facts.SelectMany(f => f.Keys).Distinct().ToArray();
        var differing = names.Where(n => facts.Select(f => f.GetValueOrDefault(n, "-")).Distinct().Skip(1).Any())
            .ToArray();
        if (runs.Count > 1)
        {
            html.Element("h3", "What differs between the runs");
            if (differing.Length == 0)
                html.Element("p", "Nothing that was recorded.");
            else
                html.Table(["name", .. runs.Select(r => r.Title)],
                    differing.Select(n => (string[])[n, .. facts.Select(f => f.GetValueOrDefault(n, "-"))]));
        }
        html.Element("h3", "What held");
        var origins = runs[0].Run.ParameterOrigins;
        html.Table(["name", "value", "from"], names.Except(differing).Select(n => new[]
        {
            n, facts[0].GetValueOrDefault(n, "-"),
            n.StartsWith("parameters.", StringComparison.Ordinal) && origins is not null
                && origins.TryGetValue(n["parameters.".Length..], out var origin) ? origin : "",
        }));
        html.Raw("</section>\n");
    }

    internal static void WriteReproduce(HtmlText html, IReadOnlyList<ReportRun> runs)
    {
        html.Raw("<section id=\"reproduce\">\n").Element("h2", "How to repeat it");
        html.Table(["run", "command", "seed", "commit"], runs.Select(r => new[]
        {
            r.Title, r.Run.Command ?? "-", r.Run.Seed is { } seed ? $"{seed}" : "-", r.Run.Environment.Commit ?? "-",
        }));
        foreach (var run in runs)
        {
            var json = Convert.ToBase64String(Encoding.UTF8.GetBytes(RunFolder.ToJson(run.Run)));
            html.Raw($"<p><a download=\"{HtmlText.Escape(run.Title.Replace(' ', '_'))}.json\" "
                + $"href=\"data:application/json;base64,{json}\">run.json of {HtmlText.Escape(run.Title)}</a></p>\n");
        }
        html.Raw("</section>\n");
    }
}
