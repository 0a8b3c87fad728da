using System.Linq;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>
/// Presents what a scenario counted beside times, what became of its expectations, and its figures beside the published
/// ones.
/// </summary>
internal static class ScenarioResults
{
    internal static void Write(HtmlText html, ReportPage page)
    {
        string[] names = [.. page.Phases.SelectMany(p => p.Phase.Figures?.Keys ?? []).Distinct()];
        if (names.Length > 0)
        {
            html.Element("h3", "Further figures").Fold("further figures", ["phase", .. names],
                page.Phases.Where(p => p.Phase.Figures is not null).Select(p => (string[])
                [
                    page.NameOf(p.Run, p.Phase), .. names.Select(n => p.Phase.Figures!.TryGetValue(n, out var value)
                        ? (value >= 100 ? Figures.Count(value) : HtmlText.Number(value)) : "-"),
                ]));
        }

        foreach (var run in page.Runs.Where(r => r.Run.Scenario is not null))
        {
            var scenario = run.Run.Scenario!;
            html.Element("h3", $"Expectations over {Figures.Count(scenario.Rounds)} "
                + (scenario.Rounds == 1 ? "round" : "rounds"));
            html.Fold("expectations", ["expectation", "outcome", "evidence"],
                scenario.Expectations.Select(e => new[] { e.Claim, e.Outcome, e.Evidence }));
            foreach (var grid in scenario.Grids)
                html.Fold(grid.Title, ["", .. grid.Columns], grid.Rows.Select(r => (string[])[r.Name, .. r.Cells]));
            foreach (var chart in scenario.Charts)
                Draw(html, chart);
        }
    }

    private static void Draw(HtmlText html, ScenarioChart chart) => html.Element("h3", chart.Title).Figure(
        chart.Title, [new BarChart(chart).Draw()], "", ["", chart.Unit, "95 % interval", "published"],
        chart.Bars.Select(b => new[]
        {
            b.Name, HtmlText.Number(b.Value),
            b is { Low: { } low, High: { } high } ? $"{HtmlText.Number(low)}..{HtmlText.Number(high)}" : "-",
            b.Published is { } published ? HtmlText.Number(published) : "-",
        }));
}
