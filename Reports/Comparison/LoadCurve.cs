using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Comparison;

/// <summary>Describes how the figures of one phase follow a load that varies over runs.</summary>
/// <param name="Levels">From the smallest load.</param>
public sealed record LoadCurve(IReadOnlyList<LoadLevel> Levels)
{
    private const double KneeShare = 0.9;
    private const double RiseMin = 1.05;
    private const int FlatLevels = 2;

    /// <summary>Gets the smallest load with 90 % of the highest rate.</summary>
    public double Knee => Levels.First(l => l.Rate >= KneeShare * Levels.Max(m => m.Rate)).Load;

    /// <summary>Gets the loads beside the knee at which it may lie as well: the rates of their runs overlap those of
    /// the knee's, and with the other end of the overlap another load would be the first with 90 %.</summary>
    public IReadOnlyList<double> KneeDoubtful
    {
        get
        {
            var enough = KneeShare * Levels.Max(l => l.Rate);
            var below = Levels.TakeWhile(l => l.Load < Knee).ToList();
            var knee = Levels[below.Count];
            IEnumerable<LoadLevel> doubtful =
            [
                .. below.TakeLast(1).Where(l => l.RateHighest >= Math.Min(enough, knee.RateLowest)),
                .. Levels.Skip(below.Count + 1).Take(1)
                    .Where(l => knee.RateLowest < enough && l.RateLowest <= knee.RateHighest),
            ];
            return [.. doubtful.Select(l => l.Load)];
        }
    }

    /// <summary>Gets the smallest load at which the 99th percentile is twice that of the smallest load; null where it
    /// never is.</summary>
    public double? TailDoubles => Levels.FirstOrDefault(l => l.P99Ms >= 2 * Levels[0].P99Ms)?.Load;

    /// <summary>Gets the universal scalability law through the levels; null where none fits.</summary>
    public ScalabilityFit? Fit => ScalabilityFit.Of([.. Levels.Select(l => (l.Load, l.Rate))]);

    /// <summary>Gets whether the rate no longer rises: each of the last two loads brought less than 5 % more than the
    /// best before them.</summary>
    public bool IsFlat => Levels.Count > FlatLevels && Levels.TakeLast(FlatLevels).Max(l => l.Rate)
        < RiseMin * Levels.SkipLast(FlatLevels).Max(l => l.Rate);

    /// <summary>The curve of phases that keep operations outstanding, by their number.</summary>
    public static LoadCurve OfOutstanding(IEnumerable<PhaseRecord> phases) =>
        Of(phases.Select(p => ((double)p.Outstanding, p)));

    /// <summary>The curve of phases with their loads.</summary>
    public static LoadCurve Of(IEnumerable<(double Load, PhaseRecord Phase)> phases) => new(
        [.. phases.Where(p => p.Phase.Operations > 0).GroupBy(p => p.Load, p => p.Phase).OrderBy(g => g.Key)
            .Select(g => new LoadLevel(g.Key, g.Count(), Median.Of(g.Select(p => p.OpsPerSecond)),
                Median.Of(g.Select(p => p.LatencyMs.Mean)), Median.OfKnown(g.Select(p => p.LatencyMs.P50)),
                Median.OfKnown(g.Select(p => p.LatencyMs.P99)))
            {
                RateLowest = g.Min(p => p.OpsPerSecond), RateHighest = g.Max(p => p.OpsPerSecond),
            })]);
}
