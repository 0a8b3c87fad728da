using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Comparison;

/// <summary>
/// Describes what an operation cost a program, where that changed: the trace that explains a difference.
/// </summary>
/// <param name="Phase">The phase.</param>
/// <param name="Program">The program, all of its processes together.</param>
/// <param name="Cost">What it is, with its unit.</param>
/// <param name="Before">The median of the base runs, for one operation.</param>
/// <param name="After">The median of the new runs.</param>
public sealed record CostChange(string Phase, string Program, string Cost, double Before, double After)
{
    private const double RatioMin = 1.1;
    private const int ChangesMax = 8;
    private const string AllPrograms = "all programs";

    // What costs less than Least for an operation is as good as none.
    private static readonly (string Counter, string Cost, double Scale, double Least)[] Kinds =
    [
        ("cpu", "processor µs", 1e6, 0.5), ("written-bytes", "bytes written to disk", 1, 16),
        ("read-bytes", "bytes read from disk", 1, 16), ("allocated-bytes", "bytes allocated", 1, 16),
        ("gc-pause-ms", "GC pause µs", 1e3, 0.05),
    ];

    /// <summary>Gets how many times as much it was after.</summary>
    public double Ratio => After / Before;

    /// <summary>
    /// Finds the costs that changed by more than a tenth, and by more than runs of one side differ; the largest change
    /// first. A cost that only one side has, as where the sides measure different services, is compared as the sum over
    /// all programs.
    /// </summary>
    public static IReadOnlyList<CostChange> Between(IReadOnlyList<RunRecord> before, IReadOnlyList<RunRecord> after)
    {
        var (a, b) = (Costs(before), Costs(after));
        var keys = a.Keys.Intersect(b.Keys).Where(k => k.Program != AllPrograms).ToArray();
        var moved = keys.Where(k => IsLittle(k, a) != IsLittle(k, b)).ToArray();
        var sums = moved.Select(k => k with { Program = AllPrograms }).Distinct();
        return [.. keys.Except(moved).Where(k => !IsLittle(k, a) || !IsLittle(k, b)).Concat(sums)
            .Where(k => IsChange(a[k], b[k]))
            .Select(k => new CostChange(k.Phase, k.Program, k.Cost, Median.Of(a[k]), Median.Of(b[k])))
            .OrderByDescending(c => Math.Abs(Math.Log(c.Ratio)))
            .ThenBy(c => (c.Phase, c.Program, c.Cost).ToString(), StringComparer.Ordinal).Take(ChangesMax)];
    }

    private static bool IsLittle(CostKey key, Dictionary<CostKey, List<double>> costs) =>
        Median.Of(costs[key]) < Kinds.First(k => k.Cost == key.Cost).Least;

    private static bool IsChange(List<double> before, List<double> after)
    {
        var apart = before.Min() > after.Max() || before.Max() < after.Min();
        var ratio = Median.Of(after) / Median.Of(before);
        return apart && (ratio >= RatioMin || ratio <= 1 / RatioMin);
    }

    private static Dictionary<CostKey, List<double>> Costs(IReadOnlyList<RunRecord> runs)
    {
        var costs = new Dictionary<CostKey, List<double>>();
        foreach (var (key, value) in runs.SelectMany(Costs))
        {
            if (costs.TryGetValue(key, out var values))
                values.Add(value);
            else
                costs[key] = [value];
        }

        return costs;
    }

    private static IEnumerable<(CostKey Key, double Value)> Costs(RunRecord run)
    {
        // The kinds of a mixed phase share its seconds and with them its counters.
        foreach (var phase in run.Measured.GroupBy(p => p.MixedPhase ?? p.Name))
        {
            var operations = phase.Sum(p => p.Operations);
            var name = phase.First().Name;
            foreach (var (counter, cost, scale, _) in operations > 0 ? Kinds : [])
            {
                var programs = (run.Counters ?? []).Where(c => c.Phase == name && c.Counter == counter
                    && c.Process != CounterSeriesRecord.Others).GroupBy(c => c.Process.Split(' ')[0])
                    .Select(p => (p.Key, Value: p.Sum(c => c.PerSecond.Sum()) * scale / operations)).ToArray();
                foreach (var (program, value) in programs)
                    yield return (new(phase.Key, program, cost), value);
                if (programs.Length > 0)
                    yield return (new(phase.Key, AllPrograms, cost), programs.Sum(p => p.Value));
            }
        }
    }

    private readonly record struct CostKey(string Phase, string Program, string Cost);
}
