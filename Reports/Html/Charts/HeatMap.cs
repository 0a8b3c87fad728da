using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Charts;

/// <summary>Time across, latency up (logarithmic), the stronger the colour the more operations, as inline SVG. A
/// second in which nothing ended is an empty column.</summary>
internal sealed record HeatMap(string Title, LatencyGrid Grid)
{
    private const int ColumnsMax = 120;
    private const int Shades = 12;
    private const double Width = 760;
    private const double Height = 280;
    private const double Left = 64;
    private const double Right = 748;
    private const double Bottom = 42;
    private const double Top = 24;
    private const int RowsPerTableColumn = LatencyGrid.RowsPerDecade / 2;

    /// <summary>How many seconds a column holds.</summary>
    internal int SecondsPerColumn =>
        Math.Max(1, (int)Math.Ceiling((Grid.LastSecond - Grid.FirstSecond + 1) / (double)ColumnsMax));

    private IEnumerable<(int Second, SortedDictionary<int, long> Rows)> Columns()
    {
        for (var second = Grid.FirstSecond; second <= Grid.LastSecond; second += SecondsPerColumn)
            yield return (second, Grid.Rows(second, SecondsPerColumn));
    }

    internal string Draw()
    {
        var columns = Columns().ToArray();
        int[] rows = [.. columns.SelectMany(c => c.Rows.Keys)];
        var (lowest, highest) = (rows.Min(), rows.Max() + 1);
        var y = Axis.Logarithmic([LatencyGrid.FromMs(lowest), LatencyGrid.FromMs(highest)], Height - Bottom, Top);
        var x = Axis.Linear([Grid.FirstSecond, Grid.FirstSecond + (columns.Length * SecondsPerColumn)], Left, Right,
            fromZero: false, whole: true);
        var most = Math.Log(1 + columns.SelectMany(c => c.Rows.Values).Max());
        var svg = new Svg(Width, Height, Title);
        foreach (var (value, name) in y.Ticks())
        {
            svg.Line("grid", Left, y.At(value), Right, y.At(value));
            svg.Text(Left - 6, y.At(value) + 4, name, "end");
        }
        var shades = columns.SelectMany(c => c.Rows.Select(r =>
            (c.Second, Row: r.Key, Shade: (int)Math.Ceiling(Shades * Math.Log(1 + r.Value) / most))));
        foreach (var shade in shades.GroupBy(s => s.Shade).OrderBy(g => g.Key))
        {
            svg.Rectangles("heat", (double)shade.Key / Shades, shade.Select(s =>
            {
                var (left, top) = (x.At(s.Second), y.At(LatencyGrid.FromMs(s.Row + 1)));
                return (left, top, x.At(s.Second + SecondsPerColumn) - left + 0.2,
                    Math.Max(1, y.At(LatencyGrid.FromMs(s.Row)) - top + 0.2));
            }));
        }

        foreach (var (value, name) in x.Ticks())
            svg.Text(x.At(value), Height - Bottom + 16, name, "middle");
        svg.Line("axis", Left, Height - Bottom, Right, Height - Bottom);
        svg.Text((Left + Right) / 2, Height - 8, "second of the phase", "middle");
        svg.Text(4, 14, "ms");
        return svg.ToString();
    }

    /// <summary>The table: a row a column of the map, a column half a decade of latency.</summary>
    internal (string[] Head, IReadOnlyList<string[]> Rows) Table()
    {
        var columns = Columns().ToArray();
        int[] rows = [.. columns.SelectMany(c => c.Rows.Keys)];
        var (lowest, highest) = (HalfDecade(rows.Min()), HalfDecade(rows.Max()));
        int[] halves = [.. Enumerable.Range(lowest, highest - lowest + 1)];
        return (["second", .. halves.Select(h => $"from {Edge(h)} ms")], [.. columns.Select(c => (string[])
        [
            SecondsPerColumn == 1 ? $"{c.Second}" : $"{c.Second} to {c.Second + SecondsPerColumn - 1}",
            .. halves.Select(h => Figures.Count(c.Rows.Where(r => HalfDecade(r.Key) == h).Sum(r => r.Value))),
        ])]);
    }

    private static int HalfDecade(int row) => (int)Math.Floor((double)row / RowsPerTableColumn);

    private static string Edge(int half) => Figures.Ms(LatencyGrid.FromMs(half * RowsPerTableColumn));
}
