using System.Linq;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>
/// Presents what injected faults did: outages, latency about them, and the successes about each event.
/// </summary>
internal static class FailoverSection
{
    internal const string Id = "failover";

    private const int RunsMax = 4;
    private static readonly string[] EventHead =
    [
        "event", "round", "second of the run", "hit", "outage ms", "reads ms", "writes ms", "quiet ms",
        "all replicas back s", "p99 ms before", "during", "after", "errors",
    ];

    internal static bool Has(ReportPage page) => page.Runs.Any(r => r.Run.Failover is { Events.Count: > 0 });

    internal static void Write(HtmlText html, ReportPage page)
    {
        ReportRun[] runs = [.. page.Runs.Where(r => r.Run.Failover is { Events.Count: > 0 })];
        foreach (var run in runs.TakeLast(RunsMax))
            Write(html, run, runs.Length == 1 ? "" : $" of {run.Title}");
    }

    private static void Write(HtmlText html, ReportRun run, string of)
    {
        var failover = run.Run.Failover!;
        html.Note("An outage is the longest time without a successful read or write under "
            + $"{Figures.Rate(failover.Rate)} operations a second, which do not wait for each other; "
            + $"{Figures.Ms(failover.ResolutionMs)} ms lie between two of a kind. Latency counts from intended "
            + "starts.");
        html.Table($"outages{of}", FailoverTable.OutageHead,
            failover.Kinds.Select(k => FailoverTable.OutageRow(k, failover)));
        html.Table($"latency about the events{of}", FailoverTable.LatencyHead,
            failover.Kinds.Select(FailoverTable.LatencyRow));
        foreach (var kind in failover.Kinds.Where(k => k.Verdict.Length > 0))
            html.Note($"{kind.Kind}: {kind.Verdict}.");
        foreach (var contradiction in failover.Contradictions)
            html.Element("p", $"{contradiction.Key}: {contradiction.Value} reads contradict acknowledged writes.");
        foreach (var kind in failover.Kinds)
            WriteStrips(html, kind.Kind + of, [.. failover.Events.Where(e => e.Kind == kind.Kind)], failover.Rate);
        html.Fold($"every event{of}", EventHead, failover.Events.Select(e => Row(e, run.Run)));
    }

    private static void WriteStrips(HtmlText html, string title, FailoverEventRecord[] events, double rate)
    {
        html.Element("h3", title);
        html.Figure($"successes about {title}", [new EventStrips(title, events, rate).Draw()],
            "<p class=\"key\">Darker: more successes; the dashed line: the event</p>\n",
            ["round", "first interval from ms", "interval ms", "successes of each"], events.Select(e => new[]
            {
                $"{e.Round}", HtmlText.Number(e.Strip.FromMs), HtmlText.Number(e.Strip.StepMs),
                string.Join(" ", e.Strip.Successes),
            }));
    }

    private static string[] Row(FailoverEventRecord e, RunRecord run) =>
    [
        e.Kind, $"{e.Round}", HtmlText.Number((e.Utc - run.StartedUtc).TotalSeconds), e.Target,
        Figures.Ms(e.OutageMs), Figures.Ms(e.ReadOutageMs), Figures.Ms(e.WriteOutageMs), Figures.Ms(e.QuietMs),
        FailoverTable.Seconds(e.BackMs), Figures.Ms(e.Before.P99), Figures.Ms(e.During.P99), Figures.Ms(e.After.P99),
        FailoverTable.Errors(e.Errors),
    ];
}
