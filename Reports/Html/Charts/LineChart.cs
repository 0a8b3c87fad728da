using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Reports.Html.Charts;

/// <summary>Lines over a shared horizontal axis, as inline SVG. Each line has its name at its end, so that nobody must
/// tell colours apart.</summary>
internal sealed record LineChart(string Title, string XName, string YName, IReadOnlyList<Series> Series)
{
    private const double Width = 760;
    private const double Left = 64;
    private const double Top = 30;
    private const double Bottom = 42;
    private const double LetterWidth = 6.2;
    private const double LabelHeight = 12;
    private const int NameLengthMax = 26;
    private const int MarkRows = 9;

    internal double Height { get; init; } = 280;

    internal bool LogX { get; init; }

    internal bool LogY { get; init; }

    /// <summary>Gets whether only whole numbers are named on the horizontal axis.</summary>
    internal bool WholeX { get; init; }

    /// <summary>Gets whether each point has a dot.</summary>
    internal bool Dots { get; init; }

    /// <summary>Gets names of places on the horizontal axis; null for its round values.</summary>
    internal IReadOnlyList<(double Value, string Name)>? XTicks { get; init; }

    /// <summary>Gets whether a line has its name even when it is the only one.</summary>
    internal bool Named { get; init; }

    /// <summary>Gets what the horizontal axis spans beside the points, so that charts stand in line.</summary>
    internal IReadOnlyList<double> Span { get; init; } = [];

    /// <summary>Gets the letters that names of lines have room for at least.</summary>
    internal int NameLengthMin { get; init; }

    internal IReadOnlyList<Band> Bands { get; init; } = [];

    internal IReadOnlyList<Mark> Marks { get; init; } = [];

    // The names of marks have rows of their own above the plot, so that they cover no line.
    private double Strip => Math.Min(MarkRows, Marks.Count(m => m.Name.Length > 0)) * LabelHeight;

    private double PlotTop => Top + Strip;

    private double PlotBottom => Height + Strip - Bottom;

    private bool HasNames => Named || Series.Count > 1;

    private double Right => Width - 12
        - (Math.Max(NameLengthMin, !HasNames ? 0 : Math.Min(NameLengthMax, Series.Max(s => s.Name.Length)))
            * LetterWidth);

    internal string Draw()
    {
        var svg = new Svg(Width, Height + Strip, Title);
        double[] places = [.. Span, .. Series.SelectMany(s => s.Points).Select(p => p.X), .. Bands.Select(b => b.From),
            .. Bands.Select(b => b.To), .. Marks.Select(m => m.At)];
        var x = LogX ? Axis.Logarithmic(places, Left, Right) : Axis.Linear(places, Left, Right, false, WholeX);
        var heights = Series.SelectMany(s => s.Known).Select(p => p.Y);
        var y = LogY ? Axis.Logarithmic(heights, PlotBottom, PlotTop)
            : Axis.Linear(heights, PlotBottom, PlotTop, fromZero: true);
        foreach (var band in Bands)
        {
            svg.Rectangle(StyleOf(band.Kind), x.At(band.From), PlotTop, Math.Max(1, x.At(band.To) - x.At(band.From)),
                PlotBottom - PlotTop, band.Name);
        }

        DrawAxes(svg, x, y);
        for (var i = 0; i < Series.Count; i++)
            DrawSeries(svg, x, y, Series[i], i);
        DrawMarks(svg, x);
        DrawNames(svg, y);
        return svg + NamesBelow();
    }

    /// <summary>The style of a band, in the chart and in its key.</summary>
    internal static string StyleOf(BandKind kind) => $"band {kind.ToString().ToLowerInvariant()}";

    private void DrawAxes(Svg svg, Axis x, Axis y)
    {
        foreach (var (value, name) in y.Ticks())
        {
            svg.Line("grid", Left, y.At(value), Right, y.At(value));
            svg.Text(Left - 6, y.At(value) + 4, name, "end");
        }
        // Names that stand too near are left out from left to right; each of these values has a dot all the same.
        var free = double.MinValue;
        foreach (var (value, name) in XTicks ?? x.Ticks())
        {
            var half = (name.Length + 1) * LetterWidth / 2;
            if (x.At(value) - half < free)
                continue;
            svg.Text(x.At(value), PlotBottom + 16, name, "middle");
            free = x.At(value) + half;
        }
        svg.Line("axis", Left, PlotBottom, Right, PlotBottom);
        svg.Text((Left + Right) / 2, Height + Strip - 8, XName, "middle");
        svg.Text(4, 14, YName);
    }

    private void DrawSeries(Svg svg, Axis x, Axis y, Series series, int index)
    {
        foreach (var part in series.Parts())
        {
            if (part.Count > 1)
            {
                svg.Polyline($"line s{index % 6}{(series.IsModel ? " model" : "")}",
                    part.Select(p => (x.At(p.X), y.At(p.Y))));
            }
            // A single point has no line; without a dot it would not be seen.
            if (!series.IsModel && (Dots || part.Count == 1))
            {
                foreach (var (px, py) in part)
                    svg.Circle($"dot s{index % 6}", x.At(px), y.At(py), 3);
            }
        }
    }

    // A name stands beside its line, towards the middle. Rows are given out from the margins inwards, so that no line
    // begins above a name that it would cross; a name from the other half has a ground of its own.
    private void DrawMarks(Svg svg, Axis x)
    {
        var named = Marks.Where(m => m.Name.Length > 0).Select(m => (At: x.At(m.At), m.Name)).ToLookup(IsRight);
        (double At, string Name)[] inwards = [.. named[false], .. named[true].Reverse()];
        foreach (var mark in Marks.Where(m => m.Name.Length == 0))
            svg.Line("event", x.At(mark.At), PlotTop, x.At(mark.At), PlotBottom);
        for (var i = 0; i < inwards.Length; i++)
            svg.Line("event", inwards[i].At, RowOf(i) - 4, inwards[i].At, PlotBottom);
        for (var i = 0; i < inwards.Length; i++)
        {
            svg.Text(inwards[i].At + (IsRight(inwards[i]) ? -4 : 4), RowOf(i) + 4, inwards[i].Name,
                IsRight(inwards[i]) ? "end" : "start", "strong ground");
        }
    }

    private bool IsRight((double At, string Name) mark) => mark.At > (Left + Right) / 2;

    private double RowOf(int mark) => Top + (Math.Min(mark, MarkRows - 1) * LabelHeight);

    // On a narrow page the letters are larger than the room beside the lines: the names stand below the chart there.
    private string NamesBelow() => !HasNames ? "" : $"<p class=\"names\">{string.Join(" ",
        Series.Select((s, i) => (s.Name, Index: i, HasPoints: s.Known.Any())).Where(s => s.HasPoints)
            .Select(s => $"<span class=\"t{s.Index % 6}\">{HtmlText.Escape(s.Name)}</span>"))}</p>\n";

    private void DrawNames(Svg svg, Axis y)
    {
        if (!HasNames)
            return;
        var lowest = PlotBottom;
        var named = Enumerable.Range(0, Series.Count).Where(i => Series[i].Known.Any())
            .Select(i => (Index: i, At: y.At(Series[i].Known.Last().Y))).OrderBy(n => n.At).ToArray();
        // From the top down each name keeps its distance, then from the bottom up within the chart.
        for (var i = 1; i < named.Length; i++)
            named[i].At = Math.Max(named[i].At, named[i - 1].At + LabelHeight);
        for (var i = named.Length - 1; i >= 0; i--)
            named[i].At = Math.Min(named[i].At, lowest - ((named.Length - 1 - i) * LabelHeight));
        foreach (var (index, at) in named)
        {
            var name = Series[index].Name;
            var label = name.Length <= NameLengthMax ? name : $"{name[..(NameLengthMax - 1)]}…";
            svg.Text(Right + 5, at + 4, label, "start", $"name t{index % 6}");
        }
    }
}
