using System.Globalization;
using System.Net;
using System.Text;

namespace SfPerf.Reports.Html;

/// <summary>HTML being written: text is escaped, numbers are invariant.</summary>
internal sealed class HtmlText
{
    private readonly StringBuilder _text = new();

    /// <summary>Adds markup as it is.</summary>
    internal HtmlText Raw(string markup)
    {
        _text.Append(markup);
        return this;
    }

    /// <summary>Adds an element with text inside.</summary>
    internal HtmlText Element(string name, string text, string attributes = "")
    {
        _text.Append('<').Append(name);
        if (attributes.Length > 0)
            _text.Append(' ').Append(attributes);
        _text.Append('>').Append(Escape(text)).Append("</").Append(name).Append(">\n");
        return this;
    }

    /// <summary>Adds a table: the first column names the row.</summary>
    internal HtmlText Table(string[] head, System.Collections.Generic.IEnumerable<string[]> rows)
    {
        _text.Append("<div class=\"scroll\"><table>\n<thead><tr>");
        foreach (var cell in head)
            _text.Append("<th scope=\"col\">").Append(Escape(cell)).Append("</th>");
        _text.Append("</tr></thead>\n<tbody>\n");
        foreach (var row in rows)
        {
            _text.Append("<tr><th scope=\"row\">").Append(Escape(row[0])).Append("</th>");
            for (var i = 1; i < row.Length; i++)
                _text.Append("<td>").Append(Escape(row[i])).Append("</td>");
            _text.Append("</tr>\n");
        }
        _text.Append("</tbody></table></div>\n");
        return this;
    }

    /// <summary>Adds a chart with its table folded below it.</summary>
    internal HtmlText Chart(string svg, string[] head, System.Collections.Generic.IEnumerable<string[]> rows)
    {
        _text.Append("<figure>\n").Append(svg).Append("<details><summary>Table</summary>\n");
        Table(head, rows);
        _text.Append("</details>\n</figure>\n");
        return this;
    }

    internal static string Escape(string text) => WebUtility.HtmlEncode(text);

    internal static string Number(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);

    public override string ToString() => _text.ToString();
}
