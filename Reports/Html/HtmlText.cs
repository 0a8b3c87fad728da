using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net;
using System.Text;

namespace SfPerf.Reports.Html;

/// <summary>HTML being written: text is escaped, numbers are invariant.</summary>
internal sealed class HtmlText
{
    private const int OpenRowsMax = 12;
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

    /// <summary>Adds a remark.</summary>
    internal HtmlText Note(string text) => Element("p", text, "class=\"note\"");

    /// <summary>Adds a section with its heading.</summary>
    internal HtmlText Section(string id, string title, Action body)
    {
        _text.Append($"<section id=\"{id}\" aria-labelledby=\"{id}-title\">\n");
        Element("h2", title, $"id=\"{id}-title\"");
        body();
        return Raw("</section>\n");
    }

    /// <summary>Adds a table: the first column names the row.</summary>
    /// <param name="name">What it shows, for those who do not see it.</param>
    /// <param name="head">The names of the columns.</param>
    /// <param name="rows">As many cells each.</param>
    internal HtmlText Table(string name, IReadOnlyList<string> head, IEnumerable<string[]> rows)
    {
        Scroll(name).Raw("<table>\n<thead><tr>");
        string[][] all = [.. rows];
        // Words stand to the left, numbers to the right.
        string[] styles = [.. head.Select((_, c) => all.Any(r => IsWord(r[c])) ? " class=\"w\"" : "")];
        for (var c = 0; c < head.Count; c++)
            _text.Append("<th scope=\"col\"").Append(styles[c]).Append('>').Append(Escape(head[c])).Append("</th>");
        _text.Append("</tr></thead>\n<tbody>\n");
        foreach (var row in all)
        {
            _text.Append("<tr><th scope=\"row\">").Append(Escape(row[0])).Append("</th>");
            for (var c = 1; c < row.Length; c++)
                _text.Append("<td").Append(styles[c]).Append('>').Append(Escape(row[c])).Append("</td>");
            _text.Append("</tr>\n");
        }
        _text.Append("</tbody></table></div>\n");
        return this;
    }

    /// <summary>Adds a table that is shown when it is short and unfolded otherwise.</summary>
    internal HtmlText Fold(string name, IReadOnlyList<string> head, IEnumerable<string[]> rows)
    {
        string[][] all = [.. rows];
        var open = all.Length <= OpenRowsMax ? " open" : "";
        Raw($"<details{open}><summary>Table: {Escape(name)}</summary>\n");
        return Table(name, head, all).Raw("</details>\n");
    }

    /// <summary>Adds charts with their one table below them.</summary>
    /// <param name="name">What they show.</param>
    /// <param name="charts">Inline SVG.</param>
    /// <param name="key">What their shades mean; empty for none.</param>
    /// <param name="head">The names of the table's columns.</param>
    /// <param name="rows">The table's rows.</param>
    internal HtmlText Figure(string name, IEnumerable<string> charts, string key, IReadOnlyList<string> head,
        IEnumerable<string[]> rows)
    {
        Raw($"<figure role=\"group\" aria-label=\"{Escape(name)}\">\n");
        foreach (var chart in charts)
            Scroll($"Chart: {name}").Raw(chart).Raw("</div>\n");
        return Raw(key).Fold(name, head, rows).Raw("</figure>\n");
    }

    private static bool IsWord(string cell) => cell.Any(char.IsLetter);

    // What scrolls must be reachable with the keyboard.
    private HtmlText Scroll(string name) =>
        Raw($"<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{Escape(name)}\">");

    internal static string Escape(string text) => WebUtility.HtmlEncode(text);

    internal static string Number(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);

    /// <summary>A moment as all tables show it.</summary>
    internal static string Moment(DateTimeOffset moment) =>
        moment.UtcDateTime.ToString("u", CultureInfo.InvariantCulture);

    public override string ToString() => _text.ToString();
}
