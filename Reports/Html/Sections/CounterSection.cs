using System;
using System.Globalization;
using System.Linq;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>8: what driver, store and other programs used: in total, for each operation, and over time.</summary>
internal static class CounterSection
{
    private const int LinesMax = 6;
    private const int RowsMax = 120;
    private const int SecondsMin = 3;

    internal static void Write(HtmlText html, ReportPage page)
    {
        var any = false;
        foreach (var run in page.Detailed)
        {
            // The kinds of a mixed phase share its time and so its counters.
            foreach (var together in run.Measured.GroupBy(p => p.MixedPhase ?? p.Name))
            {
                CounterSeriesRecord[] counters = [.. (run.Run.Counters ?? [])
                    .Where(c => c.Phase == together.First().Name && c.PerSecond.Count > 0)];
                if (counters.Length == 0)
                    continue;
                any = true;
                var name = page.Runs.Count == 1 ? together.Key : $"{run.Title}, {together.Key}";
                html.Element("h3", name);
                WriteTotals(html, name, counters, together.Sum(p => p.Operations));
                if (counters.Max(c => c.PerSecond.Count) < SecondsMin)
                    continue;
                foreach (var kind in CounterKind.Of(counters.Select(c => c.Counter)))
                    WriteChart(html, name, kind, [.. counters.Where(c => c.Counter == kind.Counter)]);
            }
        }

        if (!any)
            html.Note("These runs carry no counters: they were too short, or made on a system that tells none.");
    }

    private static void WriteTotals(HtmlText html, string name, CounterSeriesRecord[] counters, long operations)
    {
        html.Fold($"totals of {name}",
        [
            "process", "cpu s", "us/op", "written MB", "B/op", "read MB", "allocated MB", "B/op", "GC pauses ms",
            "GC gen 0, 1, 2",
        ], counters.GroupBy(c => c.Process).Select(process =>
        {
            double? Total(string counter) =>
                process.FirstOrDefault(c => c.Counter == counter) is { } found ? found.PerSecond.Sum() : null;
            string Each(string counter, double scale) => Total(counter) is { } total && operations > 0
                ? Text(total * scale / operations) : "-";
            string All(string counter, double scale) => Total(counter) is { } total ? Text(total * scale) : "-";
            return new[]
            {
                process.Key, All("cpu", 1), Each("cpu", 1e6), All("written-bytes", 1e-6), Each("written-bytes", 1),
                All("read-bytes", 1e-6), All("allocated-bytes", 1e-6), Each("allocated-bytes", 1),
                All("gc-pause-ms", 1),
                Total("gc-gen0") is null ? "-" : string.Join(", ", new[] { "gc-gen0", "gc-gen1", "gc-gen2" }
                    .Select(g => Figures.Count(Total(g) ?? 0))),
            };
        }));
    }

    private static void WriteChart(HtmlText html, string name, CounterKind kind, CounterSeriesRecord[] counters)
    {
        // Idle hosts would bury the others; the table has them all.
        CounterSeriesRecord[] drawn =
        [
            .. counters.Where(c => c.PerSecond.Any(v => v > 0)).OrderByDescending(c => c.PerSecond.Sum())
                .Take(LinesMax),
        ];
        if (drawn.Length == 0)
            return;
        var title = $"{kind.Title}, {name}";
        var chart = new LineChart(title, "second of the phase", kind.Unit, [.. drawn.Select(c => new Series(c.Process,
            [.. c.PerSecond.Select((v, i) => (c.FromSecond + i + 0.5, v * kind.Scale))]))])
        {
            WholeX = true, Height = 220, Named = true, Span = [0],
        };
        var seconds = counters.Max(c => c.FromSecond + c.PerSecond.Count);
        var step = (seconds + RowsMax - 1) / RowsMax;
        var share = drawn.Length == counters.Length ? ""
            : $"Drawn: the {drawn.Length} of {counters.Length} processes with the most.";
        html.Element("h4", kind.Title).Figure(title, [chart.Draw()],
            string.Concat(new[] { share, kind.Note }.Where(n => n.Length > 0)
                .Select(n => $"<p class=\"key\">{n}</p>\n")),
            [step == 1 ? "second" : $"seconds (mean, {kind.Unit})", .. counters.Select(c => c.Process)],
            Enumerable.Range(0, (seconds + step - 1) / step).Select(row => (string[])
                [step == 1 ? $"{row}" : $"{row * step} to {Math.Min(seconds, (row + 1) * step) - 1}",
                    .. counters.Select(c => Mean(c, row * step, step) is { } mean ? Text(mean * kind.Scale) : "-")]));
    }

    private static double? Mean(CounterSeriesRecord counter, int from, int seconds)
    {
        double[] values = [.. counter.PerSecond.Skip(Math.Max(0, from - counter.FromSecond))
            .Take(Math.Max(0, Math.Min(seconds, from + seconds - counter.FromSecond)))];
        return values.Length == 0 ? null : values.Average();
    }

    private static string Text(double value) => Math.Abs(value) >= 100
        ? Figures.Count(value) : value.ToString("0.##", CultureInfo.InvariantCulture);
}
