using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Comparison;

namespace SfPerf.Reports.Html.Sections;

/// <summary>10: where and with what the runs were made, and what differs between them.</summary>
internal static class EnvironmentSection
{
    private const int ColumnsMax = 4;

    internal static void Write(HtmlText html, ReportPage page)
    {
        var facts = page.Runs.Select(r => Difference.Facts(r.Run).ToDictionary(f => f.Name, f => f.Value ?? "-"))
            .ToArray();
        string[] names = [.. facts.SelectMany(f => f.Keys).Distinct()];
        string[] differing =
            [.. names.Where(n => facts.Select(f => f.GetValueOrDefault(n, "-")).Distinct().Skip(1).Any())];
        if (page.Runs.Count > 1)
            WriteDifferences(html, page, facts, differing);
        html.Element("h3", page.Runs.Count > 1 ? "What all have in common" : "What held");
        var origins = page.Runs[0].Run.ParameterOrigins ?? new Dictionary<string, string>();
        html.Table("environment and parameters", ["name", "value", "from"], names.Except(differing).Select(n => new[]
        {
            n, facts[0].GetValueOrDefault(n, "-"),
            n.StartsWith("parameters.", StringComparison.Ordinal)
                ? origins.GetValueOrDefault(n["parameters.".Length..], "") : "",
        }));
    }

    private static void WriteDifferences(
        HtmlText html, ReportPage page, Dictionary<string, string>[] facts, string[] differing)
    {
        html.Element("h3", "What differs between the runs");
        if (differing.Length == 0)
        {
            html.Element("p", "Nothing that was recorded.");
        }
        else if (page.Runs.Count <= ColumnsMax)
        {
            html.Table("what differs", ["name", .. page.Runs.Select(r => r.Title)],
                differing.Select(n => (string[])[n, .. facts.Select(f => f.GetValueOrDefault(n, "-"))]));
        }
        else
        {
            html.Table("what differs", ["name", "values, and of how many runs"], differing.Select(n => new[]
            {
                n, string.Join("; ", facts.GroupBy(f => f.GetValueOrDefault(n, "-"))
                    .Select(g => $"{g.Key} ({g.Count()})")),
            }));
        }
    }
}
