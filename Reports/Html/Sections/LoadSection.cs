using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>6: throughput and latency against whatever load or parameter was varied.</summary>
internal static class LoadSection
{
    private const int NamedLevelsMax = 12;

    internal static void Write(HtmlText html, ReportPage page)
    {
        var any = false;
        foreach (var phase in page.Phases.Where(p => p.Phase.Operations > 0).GroupBy(p => p.Phase.Name))
        {
            foreach (var axis in LoadAxis.Of([.. phase.Select(p => p.Run.Run)]))
            {
                (string Name, LoadCurve Curve)[] curves =
                [
                    .. phase.Select(p => (axis.ValueOf(p.Run.Run, p.Phase), Point: axis.RestOf(p.Run.Run), p.Phase))
                        .Where(p => p.Item1 is not null).GroupBy(p => p.Point, StringComparer.Ordinal)
                        .Select(g => (g.Key, LoadCurve.Of(g.Select(p => (p.Item1!.Value, p.Phase)))))
                        .Where(c => c.Item2.Levels.Count > 1),
                ];
                if (curves.Length == 0)
                    continue;
                any = true;
                Write(html, phase.Key, axis, curves);
            }
        }

        if (!any)
            html.Note("These runs have one load only; a sweep or a search for capacity draws the curve.");
    }

    private static void Write(HtmlText html, string phase, LoadAxis axis, (string Name, LoadCurve Curve)[] curves)
    {
        html.Element("h3", $"{phase}, {axis.Name}");
        var (lines, key) = Lines(curves);
        html.Figure($"{phase} against {axis.Name}",
            [RateChart(phase, axis, lines).Draw(), LatencyChart(phase, axis, lines).Draw()], key,
            [axis.Name, "with", "runs", "ops/s", "mean ms", "p50 ms", "p99 ms"],
            curves.SelectMany(c => c.Curve.Levels.Select(l => new[]
            {
                Figures.Count(l.Load), c.Name.Length > 0 ? c.Name : "-", Figures.Count(l.Runs), Figures.Rate(l.Rate),
                Figures.Ms(l.MeanMs), Figures.Ms(l.P50Ms), Figures.Ms(l.P99Ms),
            })));
        if (axis.Kind == LoadAxisKind.Outstanding)
        {
            foreach (var (name, curve) in curves)
                html.Element("p", Sentence(name, curve));
        }
    }

    // Curves that differ in one setting are named by its value alone: the whole would not fit beside the line.
    private static ((string Name, LoadCurve Curve)[] Lines, string Key) Lines((string Name, LoadCurve Curve)[] curves)
    {
        string[] settings = [.. curves.Select(c => c.Name.Split('=')[0]).Distinct()];
        if (curves.Length < 2 || settings.Length > 1 || curves.Any(c => c.Name.Count(l => l == '=') != 1))
            return (curves, "");
        return ([.. curves.Select(c => (c.Name.Split('=')[1], c.Curve))],
            $"<p class=\"key\">Each line: one value of {HtmlText.Escape(settings[0])}.</p>\n");
    }

    private static string Sentence(string name, LoadCurve curve) =>
        (name.Length > 0 ? $"{name}: " : "")
        + $"90 % of the highest rate is reached with {Figures.Count(curve.Knee)} outstanding."
        + (curve.KneeDoubtful is { Count: > 0 } others
            ? $" Its runs overlap those with {string.Join(" and ", others.Select(o => Figures.Count(o)))}: the "
                + "knee may lie there as well." : "")
        + (curve.TailDoubles is { } doubles
            ? $" With {Figures.Count(doubles)} the 99th percentile is twice that of the smallest load." : "")
        + (curve.Fit?.Peak is { } peak ? $" The fitted law peaks at {Figures.Count(peak)}." : "");

    private static LineChart RateChart(string phase, LoadAxis axis, (string Name, LoadCurve Curve)[] curves)
    {
        var series = curves.Select(c =>
            new Series(curves.Length > 1 ? c.Name : "measured", [.. c.Curve.Levels.Select(l => (l.Load, l.Rate))]))
            .ToList();
        if (axis.Kind == LoadAxisKind.Rate)
            series.Add(new Series("intended", [.. series[0].Points.Select(p => (p.X, p.X))], IsModel: true));
        var marks = new List<Mark>();
        if (axis.Kind == LoadAxisKind.Outstanding && curves is [var (_, only)])
        {
            if (only.Fit is { } fit)
                series.Add(new Series("USL fit", [.. only.Levels.Select(l => (l.Load, fit.RateAt(l.Load)))], true));
            marks.Add(new Mark(only.Knee, "90 % of the highest rate"));
        }
        return Shaped(new LineChart($"Throughput of {phase} against {axis.Name}", axis.Name, "ops/s", series)
        {
            Dots = true, Marks = marks,
        }, curves);
    }

    private static LineChart LatencyChart(string phase, LoadAxis axis, (string Name, LoadCurve Curve)[] curves)
    {
        // Against the outstanding operations latency only repeats Little's law; against the rate it shows the wall.
        var byRate = axis.Kind == LoadAxisKind.Outstanding;
        var carried = curves.Any(c => c.Curve.Levels.Any(l => l.P99Ms is not null));
        Series Line(string name, LoadCurve curve, Func<LoadLevel, double?> value) => new(name,
            [.. curve.Levels.Select(l => (byRate ? l.Rate : l.Load, value(l) ?? double.NaN))]);
        Series[] series = curves is [var (_, only)]
            ? [Line("p99", only, l => l.P99Ms), Line("mean", only, l => l.MeanMs), Line("p50", only, l => l.P50Ms)]
            : [.. curves.Select(c => Line(c.Name, c.Curve, l => carried ? l.P99Ms : l.MeanMs))];
        var what = curves.Length == 1 ? "ms" : carried ? "p99 ms" : "mean ms";
        var against = byRate ? "ops/s" : axis.Name;
        var chart = new LineChart($"Latency of {phase} against {against}", against, what, series)
        {
            Dots = true, LogY = true,
        };
        return byRate ? chart : Shaped(chart, curves);
    }

    private static LineChart Shaped(LineChart chart, (string Name, LoadCurve Curve)[] curves)
    {
        double[] loads = [.. curves.SelectMany(c => c.Curve.Levels).Select(l => l.Load).Distinct().Order()];
        return chart with
        {
            LogX = loads[0] > 0 && loads[^1] / loads[0] >= 8,
            XTicks = loads.Length <= NamedLevelsMax ? [.. loads.Select(l => (l, Figures.Count(l)))] : null,
        };
    }
}
