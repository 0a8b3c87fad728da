using System;
using System.Linq;
using System.Text;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Html.Sections;

/// <summary>11: the commands that repeat the runs, their seeds and their files.</summary>
internal static class ReproduceSection
{
    internal static void Write(HtmlText html, ReportPage page)
    {
        html.Fold("commands and seeds", ["run", "command", "seed", "commit", "labels"], page.Runs.Select(r => new[]
        {
            r.Title, r.Run.Command ?? "-", r.Run.Seed is { } seed ? $"{seed}" : "-", r.Run.Environment.Commit ?? "-",
            string.Join(' ', r.Run.Labels?.Select(l => $"{l.Key}={l.Value}") ?? []),
        }));
        foreach (var run in page.Detailed)
        {
            var json = Convert.ToBase64String(Encoding.UTF8.GetBytes(RunFolder.ToJson(run.Run)));
            html.Raw($"<p><a download=\"{HtmlText.Escape(run.Title.Replace(' ', '_'))}.json\" "
                + $"href=\"data:application/json;base64,{json}\">run.json of {HtmlText.Escape(run.Title)}</a></p>\n");
        }
        if (page.Detailed.Count < page.Runs.Count)
            html.Note("The others' run.json lie in their folders: here they would make the page too large.");
    }
}
