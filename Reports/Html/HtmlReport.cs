using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Html.Sections;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Html;

/// <summary>The <c>report</c> verb: one HTML file that needs nothing else, no network, no script; light and dark; each
/// chart with its table. A pure function of files: the same runs make the same bytes.</summary>
public static class HtmlReport
{
    private const int DetailedMax = 4;

    /// <summary>Writes a report.</summary>
    /// <param name="runs">Run folders or run files; those in question.</param>
    /// <param name="before">Runs to compare them with; empty for none.</param>
    /// <param name="output">Where to.</param>
    /// <returns>0; 3 when there is no run.</returns>
    /// <exception cref="RunFormatException">A run cannot be read.</exception>
    public static int Write(IReadOnlyList<string> runs, IReadOnlyList<string> before, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(output);
        if (runs.Count == 0)
            return 3;
        ReportRun[] after = [.. runs.Select(ReportRun.Load)];
        ReportRun[] all = [.. before.Select(ReportRun.Load), .. after];
        var comparison = before.Count == 0
            ? null : RunComparison.Of([.. all.Take(before.Count).Select(r => r.Run)], [.. after.Select(r => r.Run)]);
        var html = new HtmlText();
        var title = string.Join(", ", after.Select(r => r.Run.Name).Distinct());
        html.Raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        html.Raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        html.Raw("<link rel=\"icon\" href=\"data:,\">\n").Element("title", $"SfPerf: {title}");
        html.Raw($"<style>\n{HtmlStyle.Sheet}</style>\n</head>\n<body>\n<header>\n").Element("h1", title);
        html.Element("p", string.Join(" to ", new[] { all.Min(r => r.Run.StartedUtc), all.Max(r => r.Run.StartedUtc) }
            .Select(t => t.UtcDateTime.ToString("u", System.Globalization.CultureInfo.InvariantCulture)).Distinct())
            + $", {all.Length} {(all.Length == 1 ? "run" : "runs")}");
        html.Raw("</header>\n<main>\n");
        SummarySection.Write(html, all, comparison);
        // Charts of single seconds are drawn for a few runs; the tables and the history show them all.
        ReportRun[] detailed = [.. after.TakeLast(DetailedMax)];
        if (after.Length > DetailedMax)
            html.Element("p", $"The charts over time show the last {DetailedMax} of {after.Length} runs.",
                "class=\"note\"");
        PhaseSections.WriteOverTime(html, detailed);
        PhaseSections.WriteSpectrum(html, detailed);
        PhaseSections.WriteHeat(html, detailed);
        LoadSection.Write(html, all);
        PhaseSections.WriteErrors(html, detailed);
        EvidenceSections.WriteCounters(html, detailed);
        EvidenceSections.WriteComparison(html, all, comparison);
        EvidenceSections.WriteEnvironment(html, all);
        EvidenceSections.WriteReproduce(html, all);
        html.Raw("</main>\n</body>\n</html>\n");
        output.Write(html.ToString());
        return 0;
    }
}
