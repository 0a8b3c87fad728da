using SfPerf.Reports.Html.Charts;

namespace SfPerf.Reports.Html.Sections;

/// <summary>5: the heat map of time and latency.</summary>
internal static class HeatSection
{
    internal static void Write(HtmlText html, ReportPage page)
    {
        var any = false;
        foreach (var run in page.Detailed)
        {
            var grids = run.ReadGrids();
            foreach (var phase in run.Measured)
            {
                if (grids[phase.Name] is not { IsEmpty: false } grid || grid.LastSecond - grid.FirstSecond < 2)
                    continue;
                any = true;
                html.Element("h3", page.NameOf(run, phase));
                var map = new HeatMap($"Latency of {phase.Name} by second", grid);
                var (head, rows) = map.Table();
                html.Figure($"operations of {page.NameOf(run, phase)} by second and latency", [map.Draw()],
                    "<p class=\"key\">The stronger the colour, the more operations (logarithmic).</p>\n", head, rows);
            }
        }
        if (!any)
            html.Note("No interval log lies beside these runs, or no phase lasted two seconds.");
    }
}
