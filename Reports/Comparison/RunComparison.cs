using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Comparison;

/// <summary>Two groups of saved runs, compared figure by figure. The unit is a run: operations within one are alike,
/// and a million of them would make any difference look certain.</summary>
public sealed record RunComparison
{
    private const string PairLabel = "pair";

    /// <summary>Gets the figures.</summary>
    public required IReadOnlyList<MetricComparison> Metrics { get; init; }

    /// <summary>Gets what else differs between the groups: parameters, versions, machine.</summary>
    public required IReadOnlyList<Difference> Differences { get; init; }

    /// <summary>Gets the differences that make the work of the new runs another one, such as the target or the size of
    /// values.</summary>
    public IReadOnlyList<string> DifferentWork =>
        [.. Differences.Where(d => d.IsOfWork).Select(d => d.ToString())];

    /// <summary>Gets what an operation cost more or less than before, the largest change first.</summary>
    public IReadOnlyList<CostChange> Costs { get; init; } = [];

    /// <summary>Gets runs whose figures a strict run would reject, by name.</summary>
    public required IReadOnlyList<string> Doubtful { get; init; }

    /// <summary>Gets the doubtful and the partial runs, those with the same reason in one line.</summary>
    internal IEnumerable<string> DoubtfulInShort => Doubtful.Concat(Partial)
        .Select(text => (Text: text, At: text.LastIndexOf(": ", StringComparison.Ordinal)))
        .GroupBy(t => t.Text[(t.At + 2)..], t => t.Text[..t.At])
        .Select(runs => runs.Count() == 1 ? $"{runs.First()}: {runs.Key}"
            : $"{runs.Count()} runs, such as {runs.First()}: {runs.Key}");

    /// <summary>Gets runs that ended early, by name.</summary>
    public IReadOnlyList<string> Partial { get; init; } = [];

    /// <summary>Gets the fail-overs and outages of both groups, a phrase each; null when neither had any.</summary>
    public (string Base, string New)? Faults { get; init; }

    /// <summary>Gets the verdict over all figures: the worst there is.</summary>
    public Verdict Verdict => Metrics.Count == 0 || Metrics.Any(m => m.Verdict == Verdict.Regressed)
        ? Metrics.Count == 0 ? Verdict.Inconclusive : Verdict.Regressed
        : Metrics.Any(m => m.Verdict == Verdict.Inconclusive) ? Verdict.Inconclusive
        : Metrics.Any(m => m.Verdict == Verdict.Improved) ? Verdict.Improved : Verdict.Same;

    /// <summary>Compares.</summary>
    /// <param name="before">The runs to compare with.</param>
    /// <param name="after">The runs in question. When every run of both groups has a label <c>pair</c> and each pair is
    /// complete, pairs are compared.</param>
    /// <param name="delta">The smallest share that matters; null for each figure's own.</param>
    /// <param name="alpha">The level of the test.</param>
    /// <param name="metricNames">The figures by name; null for all.</param>
    public static RunComparison Of(
        IReadOnlyList<RunRecord> before, IReadOnlyList<RunRecord> after, double? delta = null, double alpha = 0.05,
        IReadOnlyCollection<string>? metricNames = null)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        var paired = ArePaired(before, after);
        if (paired)
            (before, after) = (ByPair(before), ByPair(after));
        var raw = new List<MetricComparison>();
        var phases = before.Concat(after).SelectMany(r => r.Measured).Select(p => p.Name)
            .Distinct(StringComparer.Ordinal);
        foreach (var phase in phases)
        {
            foreach (var metric in MetricSpecification.All.Where(m => metricNames?.Contains(m.Name) ?? true))
            {
                if (Compare(phase, metric, before, after, paired) is { } comparison)
                    raw.Add(comparison);
            }
        }

        var adjusted = Holm.Adjust([.. raw.Select(m => m.Estimate.P)]);
        var least = LeastThatDecides(paired, raw.Count, alpha);
        var metrics = raw.Select((m, i) => Decide(m, adjusted[i], delta, alpha, least)).ToArray();
        return new RunComparison
        {
            Metrics = metrics,
            Differences = Difference.Between(before, after),
            Costs = CostChange.Between(before, after),
            Doubtful = [.. before.Concat(after).Where(r => r.Noise is { IsDoubtful: true })
                .Select(r => $"{r.Name}_{r.Id}: {r.Noise!.Verdict}")],
            Faults = before.Concat(after).Any(r => RunFaults.Of(r).Any)
                ? (RunFaults.TextOf(before), RunFaults.TextOf(after)) : null,
            Partial = [.. before.Concat(after).Where(r => r.Status != "complete")
                .Select(r => $"{r.Name}_{r.Id}: {r.Status}, its figures cover the part that ran")],
        };
    }

    // The fewest pairs, or runs a side, with which the test can reach its level at all: one side all above the other.
    private static int LeastThatDecides(bool paired, int figures, double alpha)
    {
        var (count, orders) = (1, 2.0);
        while (2 / orders * Math.Max(1, figures) >= alpha)
        {
            count++;
            orders = paired ? orders * 2 : orders * (2 * count) * (2 * count - 1) / ((double)count * count);
        }
        return count;
    }

    private static MetricComparison Decide(
        MetricComparison metric, double adjustedP, double? delta, double alpha, int least)
    {
        var rule = new VerdictRule(delta ?? metric.Metric.Delta, alpha);
        var samples = Math.Min(metric.BaseRuns, metric.NewRuns);
        var verdict = rule.Decide(metric.Estimate, adjustedP, samples, metric.Metric.HigherIsBetter);
        return metric with
        {
            AdjustedP = adjustedP,
            Verdict = verdict,
            MoreNeeded = verdict != Verdict.Inconclusive ? null : samples >= least
                ? rule.MoreNeeded(metric.Estimate, samples)
                : Math.Max(least - samples, samples < VerdictRule.SamplesMin ? 0
                    : rule.MoreNeeded(metric.Estimate, samples) ?? 0),
        };
    }

    private static MetricComparison? Compare(
        string phase, MetricSpecification metric, IReadOnlyList<RunRecord> before, IReadOnlyList<RunRecord> after,
        bool paired)
    {
        var (first, second) = (Values(phase, metric, before), Values(phase, metric, after));
        if (paired)
        {
            // A pair counts only when both of its runs carry the figure.
            var whole = first.Zip(second).Where(p => p is { First: not null, Second: not null }).ToArray();
            (first, second) = ([.. whole.Select(p => p.First)], [.. whole.Select(p => p.Second)]);
        }
        double[] a = [.. first.Where(v => v is not null).Select(v => v!.Value)];
        double[] b = [.. second.Where(v => v is not null).Select(v => v!.Value)];
        if (a.Length == 0 || b.Length == 0)
            return null;
        var estimate = paired ? HodgesLehmann.Paired(a, b) : HodgesLehmann.Unpaired(a, b);
        return new MetricComparison(phase, metric, Median.Of(a), Median.Of(b), estimate, estimate.P,
            Verdict.Inconclusive, a.Length, b.Length, paired, null, paired ? Band(a, b) : null);
    }

    /// <summary>How far neighbours of the same side differ: the larger end of their interval, as a share.</summary>
    private static double? Band(double[] a, double[] b)
    {
        var (first, second) = (new List<double>(), new List<double>());
        foreach (var side in new[] { a, b })
        {
            for (var i = 0; i + 1 < side.Length; i += 2)
                (first, second) = ([.. first, side[i]], [.. second, side[i + 1]]);
        }

        if (first.Count == 0)
            return null;
        var estimate = HodgesLehmann.Paired(first, second);
        return estimate.Low <= 0 ? null : Math.Max(estimate.High - 1, 1 - estimate.Low);
    }

    private static double?[] Values(string phase, MetricSpecification metric, IReadOnlyList<RunRecord> runs) =>
        [.. runs.Select(r => Value(phase, metric, r))];

    private static double? Value(string phase, MetricSpecification metric, RunRecord run) =>
        run.Phases.FirstOrDefault(p => p.Name == phase) is { Operations: > 0 } found && metric.Value(found) is { } value
        && value > 0 ? value : null;

    private static bool ArePaired(IReadOnlyList<RunRecord> before, IReadOnlyList<RunRecord> after)
    {
        var (a, b) = (Pairs(before), Pairs(after));
        return a.Count > 0 && a.Count == before.Count && b.Count == after.Count && a.SetEquals(b);
    }

    private static HashSet<int> Pairs(IReadOnlyList<RunRecord> runs) => [.. runs.Select(PairOf).OfType<int>()];

    private static RunRecord[] ByPair(IReadOnlyList<RunRecord> runs) => [.. runs.OrderBy(PairOf)];

    private static int? PairOf(RunRecord run) =>
        run.Labels is { } labels && labels.TryGetValue(PairLabel, out var text)
        && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var pair) ? pair : null;
}
