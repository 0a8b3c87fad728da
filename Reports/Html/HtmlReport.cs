using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Reports.Html.Sections;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Html;

/// <summary>Writes the report: one HTML file that needs nothing else, no network, no script; light, dark and
/// printable; each chart with its table. A pure function of files: the same runs make the same bytes.</summary>
public static class HtmlReport
{
    private static readonly (string Id, string Title, Action<HtmlText, ReportPage> Write)[] Sections =
    [
        ("verdict", "Verdict", VerdictSection.Write),
        ("results", "Results", ResultsSection.Write),
        ("time", "Over time", TimeSection.Write),
        (FailoverSection.Id, "Injected faults", FailoverSection.Write),
        ("spectrum", "Percentile spectrum", SpectrumSection.Write),
        ("heat", "Where operations fell", HeatSection.Write),
        ("load", "Throughput and latency against load", LoadSection.Write),
        ("errors", "Errors", ErrorSection.Write),
        ("counters", "Counters of driver and store", CounterSection.Write),
        ("comparison", "Comparison and history", ComparisonSection.Write),
        ("environment", "Environment and parameters", EnvironmentSection.Write),
        ("reproduce", "How to repeat it", ReproduceSection.Write),
    ];

    /// <summary>Writes a report.</summary>
    /// <param name="runs">Run folders or run files; those in question.</param>
    /// <param name="before">Runs to compare them with; empty for none.</param>
    /// <param name="output">Where to.</param>
    /// <returns>False when there is no run.</returns>
    /// <exception cref="RunFormatException">A run cannot be read.</exception>
    public static bool Write(IReadOnlyList<string> runs, IReadOnlyList<string> before, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(output);
        if (runs.Count == 0)
            return false;
        var page = ReportPage.Of([.. before.Select(ReportRun.Load)], [.. runs.Select(ReportRun.Load)]);
        var html = new HtmlText();
        var sections = Sections.Where(s => s.Id != FailoverSection.Id || FailoverSection.Has(page))
            .OrderBy(s => RankOf(s.Id, page)).ToArray();
        WriteHead(html, page, sections.Skip(1).Select(s => (s.Id, s.Title)));
        html.Raw("<main>\n");
        foreach (var (id, title, write) in sections)
            html.Section(id, title, () => write(html, page));
        html.Raw("</main>\n</body>\n</html>\n");
        output.Write(html.ToString());
        return true;
    }

    // What the runs were made for comes first: the comparison of two sides with their distributions, or the curve.
    private static int RankOf(string id, ReportPage page) => id switch
    {
        "verdict" => 0,
        "comparison" when page.Comparison is not null => 1,
        "spectrum" when page.Comparison is not null => 2,
        "load" when page.IsSeries => 1,
        _ => 3,
    };

    private static void WriteHead(
        HtmlText html, ReportPage page, IEnumerable<(string Id, string Title)> sections)
    {
        var title = string.Join(", ", page.Runs.Select(r => r.Run.Name).Distinct());
        html.Raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        html.Raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        html.Raw("<link rel=\"icon\" href=\"data:,\">\n").Element("title", $"SfPerf: {title}");
        html.Raw($"<style>\n{HtmlStyle.Sheet}</style>\n</head>\n<body>\n<header>\n").Element("h1", title);
        var moments = new[] { page.Runs.Min(r => r.Run.StartedUtc), page.Runs.Max(r => r.Run.StartedUtc) }
            .Select(HtmlText.Moment).Distinct();
        html.Element("p", $"{string.Join(" to ", moments)}, {page.Runs.Count} "
            + (page.Runs.Count == 1 ? "run" : "runs"));
        html.Raw("<nav aria-label=\"Sections\">\n");
        foreach (var (id, name) in sections)
            html.Element("a", name, $"href=\"#{id}\"");
        html.Raw("</nav>\n</header>\n");
    }
}
