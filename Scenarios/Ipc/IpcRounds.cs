using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Metrics.Statistics;

namespace SfPerf.Scenarios.Ipc;

/// <summary>The figures of all rounds, by the name of their phase.</summary>
internal sealed class IpcRounds(IReadOnlyList<IReadOnlyList<ArmResult>> rounds)
{
    /// <summary>Gets the results of a phase, of each round in which it was measured and something succeeded.</summary>
    public ArmResult[] Of(string phase) =>
        [.. rounds.SelectMany(r => r).Where(r => r.Name == phase && r.Phase.Operations > 0)];

    /// <summary>The geometric mean of a figure over the rounds, with its interval; null when nothing was measured.
    /// </summary>
    public RatioEstimate? Mean(string phase, Func<ArmResult, double> figure)
    {
        double[] values = [.. Of(phase).Select(figure)];
        return values.Length == 0 ? null : GeometricMean.Paired([.. values.Select(_ => 1.0)], values);
    }

    /// <summary>The ratio of a figure of two phases, round by round; null when no round has both.</summary>
    public RatioEstimate? Ratio(string phase, string to, Func<ArmResult, double> figure)
    {
        var pairs = rounds.Select(r => (First: Find(r, to), Second: Find(r, phase)))
            .Where(p => p.First is not null && p.Second is not null).ToArray();
        return pairs.Length == 0 ? null : GeometricMean.Paired(
            [.. pairs.Select(p => figure(p.First!))], [.. pairs.Select(p => figure(p.Second!))]);
    }

    /// <summary>The median latency of a round in microseconds. A call within the process may be shorter than the
    /// clock can tell: then it counts as one nanosecond.</summary>
    public static double MedianUs(ArmResult result) => Math.Max(result.Phase.Latency.ValueAt(50), 1) / 1000.0;

    /// <summary>The median latency of a round in milliseconds.</summary>
    public static double MedianMs(ArmResult result) => MedianUs(result) / 1000;

    /// <summary>The calls a second of a round, one at a time.</summary>
    public static double Rate(ArmResult result) => result.Phase.OperationsPerSecond;

    private static ArmResult? Find(IReadOnlyList<ArmResult> round, string phase) =>
        round.FirstOrDefault(r => r.Name == phase && r.Phase.Operations > 0);
}
