using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Html.Charts;

/// <summary>A strip for each event of a kind, all on one axis of time from the event: the darker, the more successes.
/// </summary>
internal sealed record EventStrips(string Title, IReadOnlyList<FailoverEventRecord> Events, double Rate)
{
    private const double Width = 760;
    private const double Left = 64;
    private const double Right = 700;
    private const double Top = 12;
    private const double RowHeight = 16;
    private const int Shades = 5;

    internal string Draw()
    {
        var bottom = Top + (Events.Count * RowHeight);
        var svg = new Svg(Width, bottom + 40, $"Successes about {Title}");
        var x = Axis.Linear(
            Events.SelectMany(e => new[] { e.Strip.FromMs, EndOf(e.Strip) }), Left, Right, fromZero: false);
        for (var i = 0; i < Events.Count; i++)
            DrawRow(svg, x, Events[i], Top + (i * RowHeight));
        svg.Line("event", x.At(0), Top - 4, x.At(0), bottom + 4);
        foreach (var (value, name) in x.Ticks())
            svg.Text(x.At(value), bottom + 16, name, "middle");
        svg.Text((Left + Right) / 2, bottom + 32, "ms from the event", "middle");
        return svg.ToString();
    }

    private static double EndOf(SuccessStrip strip) => strip.FromMs + (strip.StepMs * strip.Successes.Count);

    private void DrawRow(Svg svg, Axis x, FailoverEventRecord happened, double y)
    {
        svg.Text(Left - 6, y + 11, $"{happened.Round}", "end");
        var strip = happened.Strip;
        var full = Math.Max(1, Rate * strip.StepMs / 1000);
        var shades = strip.Successes.Select((count, i) =>
            (Shade: count == 0 ? 0 : Math.Clamp((int)Math.Ceiling(Shades * count / full), 1, Shades), Index: i));
        foreach (var shade in shades.Where(s => s.Shade > 0).GroupBy(s => s.Shade).OrderBy(g => g.Key))
        {
            svg.Rectangles("heat", (double)shade.Key / Shades, shade.Select(s =>
            {
                var from = x.At(strip.FromMs + (s.Index * strip.StepMs));
                return (from, y, x.At(strip.FromMs + ((s.Index + 1) * strip.StepMs)) - from, RowHeight - 3);
            }));
        }

        svg.Text(Right + 6, y + 11, HtmlText.Number(Math.Round(happened.OutageMs)) + " ms");
    }
}
