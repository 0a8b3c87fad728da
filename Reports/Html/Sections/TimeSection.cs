using System;
using System.Globalization;
using System.Linq;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>3: latency and rate over time, with what disturbed them.</summary>
internal static class TimeSection
{
    private const string XName = "second of the phase";
    private const string Slowest = "max";
    private const double Middle = 0.5;

    internal static void Write(HtmlText html, ReportPage page)
    {
        if (page.Detailed.Count < page.Runs.Count)
        {
            html.Note($"Single seconds are drawn of the last {page.Detailed.Count} of {page.Runs.Count} runs, here and "
                + "in the sections on percentiles, the map, errors and counters.");
        }

        foreach (var run in page.Detailed.Where(r => r.Run.Events is { Count: > 0 }))
            WriteEvents(html, page, run);
        var any = false;
        foreach (var (run, phase) in page.DetailedPhases.Where(p => p.Phase.PerSecond.Count > 2))
        {
            any = true;
            WritePhase(html, page, run, phase);
        }
        if (!any)
            html.Note("No phase lasted two seconds: there is nothing to draw over time.");
    }

    private static void WriteEvents(HtmlText html, ReportPage page, ReportRun run) =>
        html.Fold(page.Runs.Count == 1 ? "events" : $"events of {run.Title}",
            ["second of the run", "phase", "second of the phase", "kind", "event"],
            run.Run.Events!.OrderBy(e => e.Utc).Select(e => new[]
            {
                e.Utc is { } utc ? Seconds((utc - run.Run.StartedUtc).TotalSeconds) : "-",
                e.Phase.Length > 0 ? e.Phase : "-", e.Phase.Length > 0 ? Seconds(e.Second) : "-", e.Kind ?? "-", e.Text,
            }));

    private static string Seconds(double value) => value.ToString("0.00", CultureInfo.InvariantCulture);

    private static void WritePhase(HtmlText html, ReportPage page, ReportRun run, PhaseRecord phase)
    {
        html.Element("h3", page.NameOf(run, phase));
        var bands = PhaseBands.Of(run.Run, phase);
        var latency = new LineChart($"Latency of {phase.Name} over time", XName, "ms",
            [Line(Slowest, phase, r => r.MaxMs), Line("p99", phase, r => r.P99Ms), Line("p50", phase, r => r.P50Ms)])
        {
            LogY = true, WholeX = true, Bands = bands, Marks = PhaseBands.Events(run.Run, phase),
            Span = [0, phase.Seconds],
        };
        // The last second is rarely whole, and half of it would look like half the rate.
        var rate = new LineChart($"Rate of {phase.Name} over time", XName, "ops/s",
            [new("ops/s", [.. phase.PerSecond.Take((int)Math.Floor(phase.Seconds))
                .Select(r => (r.Second + Middle, (double)r.Operations))])])
        {
            WholeX = true, Height = 200, Bands = bands, Marks = PhaseBands.Events(run.Run, phase),
            Span = [0, phase.Seconds], NameLengthMin = "p99".Length,
        };
        html.Figure($"{page.NameOf(run, phase)} by second", [latency.Draw(), rate.Draw()], PhaseBands.Key(bands),
            ["second", "ops", "failed", "p50 ms", "p99 ms", "max ms"], phase.PerSecond.Select(r => new[]
            {
                $"{r.Second}", Figures.Count(r.Operations), Figures.Count(r.Failed), Known(r, r.P50Ms),
                Known(r, r.P99Ms), Known(r, r.MaxMs),
            }));
    }

    // Less than half a second at the end holds too few operations for percentiles; its slowest may be what matters.
    private static Series Line(string name, PhaseRecord phase, Func<SecondRecord, double> value) => new(name,
        [.. phase.PerSecond.Where(r => r.Second + Middle <= phase.Seconds || (name == Slowest && IsSlowest(r, phase)))
            .Select(r => (Math.Min(r.Second + Middle, Math.Max(r.Second, phase.Seconds)),
                r.MaxMs > 0 ? value(r) : double.NaN))]);

    private static bool IsSlowest(SecondRecord second, PhaseRecord phase) =>
        second.MaxMs >= phase.PerSecond.Max(r => r.MaxMs);

    private static string Known(SecondRecord second, double ms) => second.MaxMs > 0 ? Figures.Ms(ms) : "-";
}
