using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace SfPerf.Reports.Html.Charts;

/// <summary>A drawing being written, inline in the page. Colours are classes, so that light, dark and paper each have
/// theirs.</summary>
internal sealed class Svg
{
    private readonly StringBuilder _text = new();

    internal Svg(double width, double height, string name) =>
        _text.Append($"<svg viewBox=\"0 0 {N(width)} {N(height)}\" role=\"img\" ")
            .Append($"aria-label=\"{HtmlText.Escape(name)}\">\n");

    internal void Line(string style, double x1, double y1, double x2, double y2) =>
        _text.Append($"<line class=\"{style}\" x1=\"{N(x1)}\" y1=\"{N(y1)}\" x2=\"{N(x2)}\" y2=\"{N(y2)}\"/>\n");

    internal void Polyline(string style, IEnumerable<(double X, double Y)> points) =>
        _text.Append($"<polyline class=\"{style}\" points=\"")
            .AppendJoin(' ', points.Select(p => $"{N(p.X)},{N(p.Y)}")).Append("\"/>\n");

    internal void Circle(string style, double x, double y, double radius) =>
        _text.Append($"<circle class=\"{style}\" cx=\"{N(x)}\" cy=\"{N(y)}\" r=\"{N(radius)}\"/>\n");

    internal void Rectangle(string style, double x, double y, double width, double height, string? name = null)
    {
        _text.Append($"<rect class=\"{style}\" x=\"{N(x)}\" y=\"{N(y)}\" width=\"{N(width)}\" height=\"{N(height)}\"");
        _text.Append(name is null ? "/>\n" : $"><title>{HtmlText.Escape(name)}</title></rect>\n");
    }

    /// <summary>Many rectangles of one opacity: a tenth of the bytes of as many elements.</summary>
    internal void Rectangles(
        string style, double opacity, IEnumerable<(double X, double Y, double Width, double Height)> cells)
    {
        _text.Append($"<path class=\"{style}\" opacity=\"{HtmlText.Number(opacity)}\" d=\"");
        foreach (var (x, y, width, height) in cells)
            _text.Append($"M{N(x)} {N(y)}h{N(width)}v{N(height)}h{N(-width)}z");
        _text.Append("\"/>\n");
    }

    internal void Text(double x, double y, string text, string anchor = "start", string style = "")
    {
        _text.Append($"<text x=\"{N(x)}\" y=\"{N(y)}\"");
        if (anchor != "start")
            _text.Append($" text-anchor=\"{anchor}\"");
        if (style.Length > 0)
            _text.Append($" class=\"{style}\"");
        _text.Append('>').Append(HtmlText.Escape(text)).Append("</text>\n");
    }

    public override string ToString() => _text + "</svg>\n";

    private static string N(double pixels) => HtmlText.Number(System.Math.Round(pixels, 1));
}
