using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace SfPerf.Reports.Html.Charts;

/// <summary>Lines over a shared horizontal axis, as inline SVG.</summary>
internal sealed record LineChart(string Title, string XName, string YName, IReadOnlyList<Series> Series)
{
    private const double Width = 760;
    private const double Height = 280;
    private const double Left = 64;
    private const double Right = 12;
    private const double Top = 30;
    private const double Bottom = 42;

    internal bool LogX { get; init; }

    internal bool LogY { get; init; }

    internal bool Marks { get; init; }

    internal IReadOnlyList<Band> Bands { get; init; } = [];

    internal string Draw()
    {
        var points = Series.SelectMany(s => s.Points).ToArray();
        var x = new Axis([.. points.Select(p => p.X), .. Bands.SelectMany(b => new[] { b.From, b.To })], Left,
            Width - Right, LogX, fromZero: false);
        var y = new Axis(points.Select(p => p.Y), Height - Bottom, Top, LogY, fromZero: true);
        var svg = new StringBuilder();
        svg.Append($"<svg viewBox=\"0 0 {N(Width)} {N(Height)}\" role=\"img\" ");
        svg.Append($"aria-label=\"{HtmlText.Escape(Title)}\">\n");
        foreach (var band in Bands)
            DrawBand(svg, x, band);
        foreach (var (value, name) in y.Ticks())
        {
            svg.Append($"<line class=\"grid\" x1=\"{N(Left)}\" x2=\"{N(Width - Right)}\" y1=\"{N(y.At(value))}\" ");
            svg.Append($"y2=\"{N(y.At(value))}\"/>");
            Text(svg, Left - 6, y.At(value) + 4, name, "end");
        }
        foreach (var (value, name) in x.Ticks())
            Text(svg, x.At(value), Height - Bottom + 16, name, "middle");
        svg.Append($"<line class=\"axis\" x1=\"{N(Left)}\" x2=\"{N(Width - Right)}\" ");
        svg.Append($"y1=\"{N(Height - Bottom)}\" y2=\"{N(Height - Bottom)}\"/>\n");
        Text(svg, (Left + Width - Right) / 2, Height - 8, XName, "middle");
        Text(svg, 4, 14, YName, "start");
        for (var i = 0; i < Series.Count; i++)
            DrawSeries(svg, x, y, Series[i], i);
        DrawLegend(svg);
        return svg.Append("</svg>\n").ToString();
    }

    private static void DrawBand(StringBuilder svg, Axis x, Band band)
    {
        var (from, to) = (x.At(band.From), x.At(band.To));
        svg.Append($"<rect class=\"band\" x=\"{N(from)}\" width=\"{N(Math.Max(1, to - from))}\" y=\"{N(Top)}\" ");
        svg.Append($"height=\"{N(Height - Top - Bottom)}\"><title>{HtmlText.Escape(band.Name)}</title></rect>");
        Text(svg, from + 3, Top + 12, band.Name, "start");
    }

    private void DrawSeries(StringBuilder svg, Axis x, Axis y, Series series, int index)
    {
        var path = string.Join(' ', series.Points.Select(p => $"{N(x.At(p.X))},{N(y.At(p.Y))}"));
        svg.Append($"<polyline class=\"line s{index % 6}{(series.Dashed ? " dashed" : "")}\" points=\"{path}\"/>\n");
        if (Marks && !series.Dashed)
            foreach (var (px, py) in series.Points)
                svg.Append($"<circle class=\"mark s{index % 6}\" cx=\"{N(x.At(px))}\" cy=\"{N(y.At(py))}\" r=\"3\"/>");
    }

    private void DrawLegend(StringBuilder svg)
    {
        var place = Width - Right;
        for (var i = Series.Count - 1; i >= 0; i--)
        {
            place -= (Series[i].Name.Length * 6.6) + 26;
            svg.Append($"<line class=\"line s{i % 6}{(Series[i].Dashed ? " dashed" : "")}\" x1=\"{N(place)}\" ");
            svg.Append($"x2=\"{N(place + 16)}\" y1=\"10\" y2=\"10\"/>");
            Text(svg, place + 20, 14, Series[i].Name, "start");
        }
    }

    internal static void Text(StringBuilder svg, double x, double y, string text, string anchor) =>
        svg.Append($"<text x=\"{N(x)}\" y=\"{N(y)}\" text-anchor=\"{anchor}\">{HtmlText.Escape(text)}</text>\n");

    internal static string N(double value) => HtmlText.Number(Math.Round(value, 1));
}
