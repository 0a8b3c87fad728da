using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using SfPerf.Reports.Comparison;

namespace SfPerf.Reports.Html.Charts;

/// <summary>The ratio of each figure with its interval, its practical threshold and its A/A band, as inline
/// SVG.</summary>
internal sealed record ForestPlot(IReadOnlyList<MetricComparison> Metrics)
{
    private const double Width = 760;
    private const double RowHeight = 26;
    private const double Left = 170;
    private const double Right = 130;
    private const double FarthestLog = 1.5;

    internal string Draw()
    {
        var height = (Metrics.Count * RowHeight) + 56;
        var range = Math.Min(FarthestLog,
            Metrics.SelectMany(m => new[] { m.Estimate.Low, m.Estimate.High, m.Estimate.Ratio })
            .Where(v => v > 0 && double.IsFinite(v)).Select(v => Math.Abs(Math.Log(v))).Append(0.12).Max() * 1.1);
        double At(double ratio) => Left + ((Math.Clamp(Math.Log(ratio), -range, range) + range) / (2 * range)
            * (Width - Left - Right));
        var svg = new StringBuilder();
        svg.Append($"<svg viewBox=\"0 0 {LineChart.N(Width)} {LineChart.N(height)}\" role=\"img\" ");
        svg.Append("aria-label=\"Ratio of the new runs to the base runs\">\n");
        var ratios = new[] { 0.5, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.25, 2 };
        foreach (var ratio in ratios.Where(r => Math.Abs(Math.Log(r)) <= range))
        {
            svg.Append($"<line class=\"{(ratio == 1 ? "axis" : "grid")}\" x1=\"{LineChart.N(At(ratio))}\" ");
            svg.Append($"x2=\"{LineChart.N(At(ratio))}\" y1=\"8\" y2=\"{LineChart.N(height - 40)}\"/>");
            LineChart.Text(svg, At(ratio), height - 24, HtmlText.Number(ratio), "middle");
        }
        for (var i = 0; i < Metrics.Count; i++)
            DrawRow(svg, Metrics[i], 20 + (i * RowHeight), At);
        LineChart.Text(svg, (Left + Width - Right) / 2, height - 6, "new / base (95 % interval; grey: A/A band)",
            "middle");
        return svg.Append("</svg>\n").ToString();
    }

    private static void DrawRow(StringBuilder svg, MetricComparison m, double y, Func<double, double> at)
    {
        if (m.Band is { } band && band < 1)
        {
            svg.Append($"<rect class=\"band\" x=\"{LineChart.N(at(1 - band))}\" y=\"{LineChart.N(y - 8)}\" ");
            svg.Append($"width=\"{LineChart.N(at(1 + band) - at(1 - band))}\" height=\"16\"/>");
        }
        var (low, high) = m.Estimate.Low > 0 ? (m.Estimate.Low, m.Estimate.High) : (1e-9, 1e9);
        svg.Append($"<line class=\"line s0\" x1=\"{LineChart.N(at(low))}\" x2=\"{LineChart.N(at(high))}\" ");
        svg.Append($"y1=\"{LineChart.N(y)}\" y2=\"{LineChart.N(y)}\"/>");
        svg.Append($"<circle class=\"mark s0\" cx=\"{LineChart.N(at(m.Estimate.Ratio))}\" ");
        svg.Append($"cy=\"{LineChart.N(y)}\" r=\"4\"/>");
        LineChart.Text(svg, Left - 8, y + 4, $"{m.Phase} {m.Metric.Name}", "end");
        LineChart.Text(svg, Width - Right + 8, y + 4, m.Verdict.ToString().ToLowerInvariant(), "start");
    }
}
