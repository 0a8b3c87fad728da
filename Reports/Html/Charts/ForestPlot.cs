using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Comparison;

namespace SfPerf.Reports.Html.Charts;

/// <summary>The ratio of each figure with its interval, its practical threshold and its A/A band, as inline
/// SVG.</summary>
internal sealed record ForestPlot(IReadOnlyList<MetricComparison> Metrics)
{
    private const double Width = 760;
    private const double RowHeight = 26;
    private const double Left = 190;
    private const double Right = 120;
    private const int Decades = 6;

    private static readonly double[] Ratios =
    [
        .. Enumerable.Range(1, Decades).SelectMany(d => new[] { 1, 2, 5 }.Select(m => m * Math.Pow(10, -d))).Order()
            .Where(r => r < 0.5),
        0.5, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.25, 2, 5,
        .. Enumerable.Range(1, Decades).SelectMany(d => new[] { 1, 2, 5 }.Select(m => m * Math.Pow(10, d))),
    ];

    internal string Draw()
    {
        var height = (Metrics.Count * RowHeight) + 56;
        // The axis holds every interval that has ends.
        var range = Metrics.SelectMany(m => new[] { m.Estimate.Low, m.Estimate.High, m.Estimate.Ratio })
            .Where(v => v > 0 && double.IsFinite(v)).Select(v => Math.Abs(Math.Log(v))).Append(0.12).Max() * 1.1;
        double At(double ratio) => Left + ((Math.Clamp(Math.Log(ratio), -range, range) + range) / (2 * range)
            * (Width - Left - Right));
        var svg = new Svg(Width, height, "Ratio of the new runs to the base runs");
        var named = double.NegativeInfinity;
        foreach (var ratio in Ratios.Where(r => Math.Abs(Math.Log(r)) <= range))
        {
            svg.Line(ratio == 1 ? "axis" : "grid", At(ratio), 8, At(ratio), height - 40);
            // Names that would touch the one before are left out, but never that of 1.
            if (At(ratio) - named < 30 || (ratio < 1 && At(1) - At(ratio) < 30))
                continue;
            svg.Text(At(ratio), height - 24, HtmlText.Number(ratio), "middle");
            named = At(ratio);
        }
        for (var i = 0; i < Metrics.Count; i++)
            DrawRow(svg, Metrics[i], 20 + (i * RowHeight), At);
        svg.Text((Left + Width - Right) / 2, height - 6,
            "new / base: line, 95 % interval; grey, A/A band; brackets, what matters", "middle");
        return svg.ToString();
    }

    private static void DrawRow(Svg svg, MetricComparison m, double y, Func<double, double> at)
    {
        if (m.Band is { } band && band < 1)
            svg.Rectangle("band warmup", at(1 - band), y - 8, at(1 + band) - at(1 - band), 16);
        foreach (var edge in new[] { 1 - m.Metric.Delta, 1 / (1 - m.Metric.Delta) })
            svg.Line("event", at(edge), y - 9, at(edge), y + 9);
        // Too few runs: the interval goes on beyond the axis.
        var (low, high) = (m.Estimate.Low > 0 ? m.Estimate.Low : 1e-9,
            double.IsFinite(m.Estimate.High) ? m.Estimate.High : 1e9);
        svg.Line("line s0", at(low), y, at(high), y);
        if (m.Estimate.Low <= 0)
            svg.Text(at(low) - 1, y + 4, "◂", "middle", "t0");
        if (!double.IsFinite(m.Estimate.High))
            svg.Text(at(high) + 1, y + 4, "▸", "middle", "t0");
        svg.Circle("dot s0", at(m.Estimate.Ratio), y, 4);
        svg.Text(Left - 8, y + 4, $"{m.Phase} {m.Metric.Name}", "end");
        svg.Text(Width - Right + 8, y + 4, m.Verdict.ToString().ToLowerInvariant(), "start", "strong");
    }
}
