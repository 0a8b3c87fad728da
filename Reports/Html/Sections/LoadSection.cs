using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>6: throughput and latency against the number of outstanding operations.</summary>
internal static class LoadSection
{
    internal static void Write(HtmlText html, IReadOnlyList<ReportRun> runs)
    {
        html.Raw("<section id=\"load\">\n").Element("h2", "Throughput and latency against load");
        var any = false;
        foreach (var group in runs.SelectMany(r => r.Measured).Where(p => p.Operations > 0).GroupBy(p => p.Name))
        {
            var levels = group.GroupBy(p => p.Outstanding).OrderBy(g => g.Key)
                .Select(g => (N: (double)g.Key, Rate: Bootstrap.Median(g.Select(p => p.OpsPerSecond)),
                    Mean: Bootstrap.Median(g.Select(p => p.LatencyMs.Mean)),
                        P99: g.Max(p => p.LatencyMs.P99))).ToArray();
            if (levels.Length < 2)
                continue;
            any = true;
            html.Element("h3", group.Key);
            var series = new List<Series> { new("measured", [.. levels.Select(l => (l.N, l.Rate))]) };
            var fit = ScalabilityFit.Of([.. levels.Select(l => (l.N, l.Rate))]);
            if (fit is not null)
                series.Add(new Series("USL fit", [.. levels.Select(l => (l.N, fit.RateAt(l.N)))], Dashed: true));
            var chart = new LineChart($"Throughput of {group.Key}", "outstanding operations", "ops/s", series) { Marks =
                true };
            html.Chart(chart.Draw(), ["outstanding", "ops/s", "mean ms", "p99 ms"], levels.Select(l => new[]
            {
                Figures.Count(l.N), Figures.Rate(l.Rate), Figures.Ms(l.Mean), Figures.Ms(l.P99),
            }));
            var curve = new LineChart($"Latency of {group.Key} against throughput", "ops/s", "ms",
                [new("mean", [.. levels.Select(l => (l.Rate, l.Mean))])])
            { Marks = true };
            html.Raw($"<figure>\n{curve.Draw()}</figure>\n");
            html.Element("p", $"90 % of the highest rate is reached with {Figures.Count(Knee(levels))} outstanding."
                + (fit?.Peak is { } peak ? $" The fit peaks at {Figures.Count(peak)} outstanding." : ""));
        }
        if (!any)
            html.Element("p", "These runs have one load level only; a sweep draws the curve.", "class=\"note\"");
        html.Raw("</section>\n");
    }

    private static double Knee((double N, double Rate, double Mean, double? P99)[] levels) =>
        levels.First(l => l.Rate >= 0.9 * levels.Max(m => m.Rate)).N;
}
