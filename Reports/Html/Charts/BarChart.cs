using System;
using System.Linq;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Html.Charts;

/// <summary>Bars from 0 with their intervals, and the published figures beside them, as inline SVG.</summary>
internal sealed record BarChart(ScenarioChart Chart)
{
    private const double Width = 760;
    private const double RowHeight = 24;
    private const double Left = 250;
    private const double Right = 90;
    private const double Top = 8;
    private const int Steps = 5;

    internal string Draw()
    {
        var bottom = Top + (Chart.Bars.Count * RowHeight);
        var hasPublished = Chart.Bars.Any(b => b.Published is not null);
        var svg = new Svg(Width, bottom + 36, $"{Chart.Title}, {Chart.Unit}");
        var step = Step(Chart.Bars.SelectMany(b => new[] { b.Value, b.High ?? 0, b.Published ?? 0 })
            .Where(double.IsFinite).Append(0).Max());
        double At(double value) =>
            Left + (Math.Clamp(value / (step * Steps), 0, 1) * (Width - Left - Right));
        for (var i = 0; i <= Steps; i++)
        {
            svg.Line(i == 0 ? "axis" : "grid", At(i * step), Top, At(i * step), bottom);
            svg.Text(At(i * step), bottom + 14, HtmlText.Number(i * step), "middle");
        }

        for (var i = 0; i < Chart.Bars.Count; i++)
            DrawBar(svg, Chart.Bars[i], Top + ((i + 0.5) * RowHeight), At);
        svg.Text((Left + Width - Right) / 2, bottom + 30,
            Chart.Unit + ": bar and line, measured here with its 95 % interval"
            + (hasPublished ? "; circle, published" : ""), "middle");
        return svg.ToString();
    }

    private static void DrawBar(Svg svg, ScenarioBar bar, double y, Func<double, double> at)
    {
        svg.Rectangle("heat", at(0), y - 6, at(bar.Value) - at(0), 12, bar.Name);
        if (bar is { Low: { } low, High: { } high })
        {
            svg.Line("line s1", at(low), y, at(high), y);
            svg.Line("line s1", at(low), y - 4, at(low), y + 4);
            svg.Line("line s1", at(high), y - 4, at(high), y + 4);
        }

        if (bar.Published is { } published)
            svg.Circle("dot s1", at(published), y, 4);
        svg.Text(Left - 8, y + 4, bar.Name, "end", "strong");
        svg.Text(Width - Right + 8, y + 4, HtmlText.Number(bar.Value));
    }

    /// <summary>The smallest of 1, 2, 2.5 and 5 times a power of ten that reaches the highest value in five steps.
    /// </summary>
    private static double Step(double highest)
    {
        if (!(highest > 0))
            return 1;
        var power = Math.Pow(10, Math.Floor(Math.Log10(highest / Steps)));
        foreach (var factor in new[] { 1, 2, 2.5, 5 })
        {
            if (factor * power * Steps >= highest)
                return factor * power;
        }

        return 10 * power;
    }
}
