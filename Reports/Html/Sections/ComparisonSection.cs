using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Reports.Html.Sections;

/// <summary>9: the comparison, and the history of runs that were made alike.</summary>
internal static class ComparisonSection
{
    private const int HistoryMin = 3;

    internal static void Write(HtmlText html, ReportPage page)
    {
        if (page.Comparison is { Metrics.Count: > 0 } comparison)
        {
            WriteComparison(html, comparison);
        }
        else
        {
            html.Note(page.Comparison is null ? "No base runs were given to compare with."
                : "The base runs have no figure in common with the others.");
        }
        // A report that was asked to compare sides tells nothing of a history over both.
        var (groups, _) = RunGroup.Of([.. page.Runs.Where(r => r.Group.Length == 0).Select(r => r.Run)]);
        foreach (var group in groups)
            WriteHistory(html, groups.Count > 1 ? group.Title : group.Runs[0].Name, [.. group.Runs]);
    }

    private static void WriteComparison(HtmlText html, RunComparison comparison)
    {
        html.Figure("ratios of the new runs to the base runs", [new ForestPlot(comparison.Metrics).Draw()], "",
            ["figure", "base", "new", "ratio", "low", "high", "p (Holm)", "A/A band",
                comparison.Metrics[0].Paired ? "pairs" : "runs", "verdict"],
            comparison.Metrics.Select(m => new[]
            {
                $"{m.Phase} {m.Metric.Name}", m.Metric.Text(m.BaseMedian), m.Metric.Text(m.NewMedian),
                HtmlText.Number(m.Estimate.Ratio), m.Estimate.Low > 0 ? HtmlText.Number(m.Estimate.Low) : "-",
                double.IsFinite(m.Estimate.High) ? HtmlText.Number(m.Estimate.High) : "-",
                HtmlText.Number(m.AdjustedP), m.Band is { } band ? $"±{Figures.Percent(band)}" : "-",
                m.Paired ? $"{m.BaseRuns}" : $"{m.BaseRuns} and {m.NewRuns}",
                m.Verdict.ToString().ToLowerInvariant()
                    + (m.MoreNeeded is { } more ? $", about {more} more may decide" : ""),
            }));
        foreach (var doubtful in comparison.DoubtfulInShort)
            html.Note($"Doubtful: {doubtful}");
        if (comparison.Faults is { } faults)
            html.Note($"Events: base {faults.Base}; new {faults.New}.");
        if (comparison.Costs.Count > 0)
        {
            html.Element("h3", "What an operation costs now").Fold("costs of an operation that changed",
                ["phase", "program", "cost", "base", "new", "ratio"], comparison.Costs.Select(c => new[]
                {
                    c.Phase, c.Program, c.Cost, HtmlText.Number(c.Before), HtmlText.Number(c.After),
                    HtmlText.Number(c.Ratio),
                }));
        }

        if (comparison.Differences.Count > 0)
        {
            html.Element("h3", "What differs").Fold("what differs", ["name", "base", "new"],
                comparison.Differences.Select(d => new[] { d.Name, d.Before, d.After }));
        }
    }

    private static void WriteHistory(HtmlText html, string title, RunRecord[] runs)
    {
        foreach (var phase in runs.SelectMany(r => r.Measured).Select(p => p.Name).Distinct())
        {
            FigureHistory[] histories =
                [.. MetricSpecification.All.Where(m => m.Name is "ops/s" or "p99 ms")
                    .Select(m => FigureHistory.Of(runs, phase, m)).Where(h => h.Values.Count >= HistoryMin)];
            if (histories.Length == 0)
                continue;
            html.Element("h3", $"{title}, {phase} over {histories[0].Values.Count} runs");
            var bands = histories.ToDictionary(h => h, h => VersionBands([.. h.Values.Select(v => v.Run)]));
            html.Figure($"{phase} over runs", histories.Select(h => Chart(h, bands[h]).Draw()),
                PhaseBands.Key(bands[histories[0]]),
                ["run", "started", "ops/s", "p99 ms", "id", "version"], histories[0].Values.Select((v, i) => new[]
                {
                    $"{i + 1}", HtmlText.Moment(v.Run.StartedUtc), histories[0].Metric.Text(v.Value),
                    Figures.Ms(v.Run.Phases.First(p => p.Name == phase).LatencyMs.P99), v.Run.Id, VersionOf(v.Run),
                }));
            foreach (var history in histories)
            {
                foreach (var change in history.Changes)
                    html.Element("p", Sentence(history, change));
            }
        }
        WriteVersions(html, title, runs);
    }

    private static LineChart Chart(FigureHistory history, IReadOnlyList<Band> bands) => new(
        $"{history.Metric.Name} of {history.Phase} by run", "run", history.Metric.Name,
        [new(history.Metric.Name, [.. history.Values.Select((v, i) => (i + 1.0, v.Value))])])
    {
        WholeX = true, Dots = history.Values.Count <= 60, Height = 220, Bands = bands,
        Marks = [.. history.Changes.Select(c => new Mark(c.Index + 0.5, Change(c)))],
    };

    private static string Change(ChangePoint change) =>
        (change.Ratio - 1).ToString("+0.0%;-0.0%", CultureInfo.InvariantCulture);

    private static string Sentence(FigureHistory history, ChangePoint change)
    {
        var (before, run) = (history.Values[change.Index - 1].Run, history.Values[change.Index].Run);
        var differences = Difference.Between([before], [run]);
        return $"{history.Metric.Name} is {(history.IsWorse(change) ? "worse" : "better")} from run {change.Index + 1} "
            + $"({run.Id}) on: {history.Metric.Text(change.Before)} became {history.Metric.Text(change.After)} "
            + $"({Change(change)}). "
            + (differences.Count == 0 ? "Nothing that was recorded changed there."
                : $"There changed: {string.Join("; ", differences.Select(d => $"{d.Name} {d.Before} to {d.After}"))}.");
    }

    private static List<Band> VersionBands(RunRecord[] runs)
    {
        var bands = new List<Band>();
        var (from, shaded) = (0, false);
        for (var i = 1; i <= runs.Length; i++)
        {
            if (i < runs.Length && VersionOf(runs[i]) == VersionOf(runs[from]))
                continue;
            if (shaded)
                bands.Add(new Band(from + 0.5, i + 0.5, BandKind.Version, VersionOf(runs[from])));
            (from, shaded) = (i, !shaded);
        }
        return bands;
    }

    private static void WriteVersions(HtmlText html, string title, RunRecord[] runs)
    {
        var versions = runs.GroupBy(VersionOf).ToArray();
        if (versions.Length < 2)
            return;
        html.Element("h3", $"{title} by version").Fold("medians by version",
            ["version", "phase", "runs", "ops/s", "mean ms", "p99 ms"],
            versions.SelectMany(v => v.SelectMany(r => r.Measured).Where(p => p.Operations > 0).GroupBy(p => p.Name)
                .Select(p => new[]
                {
                    v.Key, p.Key, Figures.Count(p.Count()), Figures.Rate(Median.Of(p.Select(r => r.OpsPerSecond))),
                    Figures.Ms(Median.Of(p.Select(r => r.LatencyMs.Mean))),
                    Figures.Ms(Median.OfKnown(p.Select(r => r.LatencyMs.P99))),
                })));
    }

    private static string VersionOf(RunRecord run)
    {
        var commit = run.Environment.Commit is { Length: > 7 } whole ? whole[..7] : run.Environment.Commit;
        return string.Join(", ", new[] { run.Environment.Sdk, run.Environment.Runtime, commit }.OfType<string>());
    }
}
