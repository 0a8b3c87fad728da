using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Metrics.Histograms;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>4: the percentile spectrum, the axis stretched towards 100 %.</summary>
internal static class SpectrumSection
{
    private const int TicksPerHalfDistance = 5;

    internal static void Write(HtmlText html, ReportPage page)
    {
        var compared = page.Comparison is not null;
        var phases = (compared ? page.Phases : page.DetailedPhases)
            .Where(p => p.Phase.Operations > 0).GroupBy(p => p.Phase.Name).ToArray();
        if (phases.Length == 0)
            html.Note("No operation succeeded.");
        else if (compared)
            html.Note("Each line holds the operations of all runs of its side.");
        foreach (var phase in phases)
            Write(html, phase.Key, compared ? OfSides(phase) : OfRuns(page, phase));
    }

    private static void Write(HtmlText html, string phase, List<Series> series)
    {
        html.Element("h3", phase);
        var longest = series.MaxBy(s => s.Points.Count)!.Points;
        var chart = new LineChart($"Percentiles of {phase}", "percentile", "ms", series)
        {
            LogX = true, LogY = true, XTicks = [.. Ticks(longest.Count > 0 ? longest[^1].X : 1)],
        };
        html.Figure($"percentiles of {phase}", [chart.Draw()], "",
            ["percentile", .. series.Select(s => $"{s.Name} ms")],
            longest.Select((point, i) => (string[])
            [
                Percentile(point.X), .. series.Select(s => i < s.Points.Count ? Figures.Ms(s.Points[i].Y) : "-"),
            ]));
    }

    private static List<Series> OfSides(IEnumerable<(ReportRun Run, PhaseRecord Phase)> phases) =>
        [.. phases.GroupBy(p => p.Run.Group).Select(side =>
        {
            var all = new LatencyHistogram();
            foreach (var (_, phase) in side)
                all.Add(phase.ReadHistogram());
            return Spectrum(side.Key, all);
        })];

    private static List<Series> OfRuns(ReportPage page, IEnumerable<(ReportRun Run, PhaseRecord Phase)> phases)
    {
        var series = new List<Series>();
        foreach (var (run, record) in phases)
        {
            var label = page.Detailed.Count > 1 ? $"{run.ShortTitle} " : "";
            var open = record.ServiceHistogram is not null;
            series.Add(Spectrum(open ? $"{label}response" : label.Length > 0 ? label.Trim() : "latency",
                record.ReadHistogram()));
            if (open)
                series.Add(Spectrum($"{label}service", record.ReadServiceHistogram()));
        }
        return series;
    }

    // At x = 1 / (1 - share) equal steps are equal numbers of nines.
    private static Series Spectrum(string name, LatencyHistogram histogram) =>
        new(name, [.. PercentileSteps.Of(histogram, TicksPerHalfDistance).Where(s => s.Level < 100)
            .Select(s => (100 / (100 - s.Level), Math.Min(s.Value, histogram.Max) / 1e6))]);

    private static IEnumerable<(double Value, string Name)> Ticks(double highest)
    {
        yield return (1, "0 %");
        yield return (2, "50 %");
        for (var x = 10.0; x <= highest; x *= 10)
            yield return (x, Percentile(x));
    }

    private static string Percentile(double x) =>
        (100 - (100 / x)).ToString("0.#######", CultureInfo.InvariantCulture) + " %";
}
