using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Reports.Html.Charts;

/// <summary>Time across, latency up (logarithmic), the darker the more operations, as inline SVG.</summary>
internal sealed record HeatMap(string Title, IReadOnlyList<(double Second, LatencyHistogram Histogram)> Columns)
{
    private const int ColumnsMax = 120;
    private const int RowsPerDecade = 8;
    private const double Width = 760;
    private const double Height = 280;
    private const double Left = 64;
    private const double Bottom = 42;
    private const double Top = 24;

    /// <summary>The cells: second, latency in ms at the cell's lower edge, operations.</summary>
    internal IReadOnlyList<(double Second, double FromMs, long Count)> Cells()
    {
        var group = Math.Max(1, (int)Math.Ceiling(Columns.Count / (double)ColumnsMax));
        var cells = new List<(double, double, long)>();
        foreach (var columns in Columns.Chunk(group))
        {
            var counts = new SortedDictionary<int, long>();
            foreach (var (lowest, _, count) in columns.SelectMany(c => c.Histogram.Buckets()))
            {
                var row = (int)Math.Floor(Math.Log10(Math.Max(1, lowest) / 1e6) * RowsPerDecade);
                counts[row] = counts.GetValueOrDefault(row) + count;
            }
            cells.AddRange(counts.Select(c =>
                (columns[0].Second, Math.Pow(10, c.Key / (double)RowsPerDecade), c.Value)));
        }
        return cells;
    }

    internal string Draw()
    {
        var cells = Cells();
        var seconds = cells.Select(c => c.Second).Distinct().Order().ToArray();
        var y = new Axis(cells.SelectMany(c => new[] { c.FromMs, c.FromMs * 1.3 }), Height - Bottom, Top, true, false);
        var columnWidth = (Width - Left - 12) / Math.Max(1, seconds.Length);
        var most = Math.Log(1 + cells.Max(c => c.Count));
        var svg = new StringBuilder();
        svg.Append($"<svg viewBox=\"0 0 {HtmlText.Number(Width)} {HtmlText.Number(Height)}\" role=\"img\" ");
        svg.Append($"aria-label=\"{HtmlText.Escape(Title)}\">\n");
        foreach (var (second, from, count) in cells)
        {
            var top = y.At(from * Math.Pow(10, 1.0 / RowsPerDecade));
            var left = Left + (Array.IndexOf(seconds, second) * columnWidth);
            svg.Append($"<rect class=\"heat\" x=\"{LineChart.N(left)}\" ");
            svg.Append($"y=\"{LineChart.N(top)}\" width=\"{LineChart.N(columnWidth + 0.3)}\" ");
            svg.Append($"height=\"{LineChart.N(Math.Max(1, y.At(from) - top))}\" ");
            svg.Append($"opacity=\"{HtmlText.Number(Math.Max(0.06, Math.Log(1 + count) / most))}\"/>\n");
        }
        foreach (var (value, name) in y.Ticks())
            LineChart.Text(svg, Left - 6, y.At(value) + 4, name, "end");
        var step = Math.Max(1, seconds.Length / 8);
        for (var i = 0; i < seconds.Length; i += step)
            LineChart.Text(svg, Left + ((i + 0.5) * columnWidth), Height - Bottom + 16, HtmlText.Number(seconds[i]),
                "middle");
        LineChart.Text(svg, Width / 2, Height - 8, "second of the phase", "middle");
        LineChart.Text(svg, 4, 14, "ms", "start");
        return svg.Append("</svg>\n").ToString();
    }
}
