using System.Linq;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>What a scenario counted beside times, and what became of its expectations.</summary>
internal static class ScenarioResults
{
    internal static void Write(HtmlText html, ReportPage page)
    {
        string[] names = [.. page.Phases.SelectMany(p => p.Phase.Figures?.Keys ?? []).Distinct()];
        if (names.Length > 0)
            html.Element("h3", "Further figures").Fold("further figures", ["phase", .. names],
                page.Phases.Where(p => p.Phase.Figures is not null).Select(p => (string[])
                [
                    page.NameOf(p.Run, p.Phase), .. names.Select(n => p.Phase.Figures!.TryGetValue(n, out var value)
                        ? (value >= 100 ? Figures.Count(value) : HtmlText.Number(value)) : "-"),
                ]));
        foreach (var run in page.Runs.Where(r => r.Run.Scenario is not null))
        {
            var scenario = run.Run.Scenario!;
            html.Element("h3", $"Expectations over {Figures.Count(scenario.Rounds)} "
                + (scenario.Rounds == 1 ? "round" : "rounds"));
            html.Fold("expectations", ["expectation", "outcome", "evidence"],
                scenario.Expectations.Select(e => new[] { e.Claim, e.Outcome, e.Evidence }));
        }
    }
}
