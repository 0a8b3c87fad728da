using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Chaos.Faults;
using SfPerf.Chaos.Histories;

namespace SfPerf.Chaos.Checking;

/// <summary>Describes how long the store did not serve.</summary>
/// <param name="Gaps">Times without a success in one partition, of <see cref="GapMin"/> or more, in seconds, sorted.
/// </param>
/// <param name="Failovers">For each fault that struck a primary of a running cluster, the seconds until the first
/// success of an operation that began after it, sorted.</param>
/// <param name="QuorumFailovers">Those of the failovers in which a quorum was up all the time: a majority of the
/// replicas was ready just before the fault, and was not struck by it, by another one until the first success, or by
/// one in the <see cref="NoticeSeconds"/> before it; neither the cluster nor its manager was restarted, and the
/// processes did not all stand still. A history that does not say which replicas were ready counts those that no fault
/// had struck in the <see cref="SettleSeconds"/> before.</param>
/// <param name="SingleFailovers">Those of the failovers that followed a single fault that ends or moves a primary: no
/// other fault struck in the <see cref="SettleSeconds"/> before it or until the first success. A primary that is paused
/// is not among them: it is taken for dead only after seconds of silence.</param>
/// <param name="Restarts">The same for each restart of the whole cluster or of its manager, which ends every process:
/// no replica could take over.</param>
/// <param name="Standstills">For each time that all processes stood still, the seconds from its end until the first
/// success, sorted.</param>
public sealed record Outages(
    IReadOnlyList<double> Gaps, IReadOnlyList<double> Failovers, IReadOnlyList<double> QuorumFailovers,
    IReadOnlyList<double> SingleFailovers, IReadOnlyList<double> Restarts, IReadOnlyList<double> Standstills)
{
    /// <summary>The time after which what a fault has ended is taken to be back.</summary>
    public const double SettleSeconds = 2;

    /// <summary>The time after which the cluster has noticed what a fault did to a replica.</summary>
    public const double NoticeSeconds = 0.5;

    /// <summary>A gap is shorter than that while nothing fails.</summary>
    public const double GapMin = 0.05;

    private const double NanosecondsPerSecond = 1e9;
    private static readonly string MovePrimary = FaultGroups.Name(FaultKind.MovePrimary);

    private static readonly string Freeze = FaultGroups.Name(FaultKind.Freeze);

    private static readonly string[] EndsCluster =
        [FaultGroups.Name(FaultKind.Restart), FaultGroups.Name(FaultKind.KillManager)];

    private static readonly string[] EndsPrimary =
    [
        FaultGroups.Name(FaultKind.KillPrimary), FaultGroups.Name(FaultKind.KillHost),
        FaultGroups.Name(FaultKind.KillNode), MovePrimary,
    ];

    /// <summary>Measures a history.</summary>
    public static Outages Of(History history)
    {
        ArgumentNullException.ThrowIfNull(history);
        var gaps = new List<double>();
        var failovers = new List<double>();
        var quorum = new List<double>();
        var singles = new List<double>();
        var restarts = new List<double>();
        var standstills = new List<double>();
        foreach (var partition in history.Operations
            .Where(o => o is { IsOk: true, Process: not Operation.FinalProcess }).GroupBy(o => o.Partition))
        {
            var ends = partition.Select(o => o.End).Order().ToArray();
            gaps.AddRange(ends.Zip(ends.Skip(1), (a, b) => (b - a) / NanosecondsPerSecond).Where(g => g >= GapMin));
            var byBegin = partition.OrderBy(o => o.Begin).ToArray();
            var struck = history.Faults.Where(f => f.Skipped is null && f.Primaries.Contains(partition.Key)).ToList();
            standstills.AddRange(struck.Where(f => f.Kind == Freeze && f.End <= ends[^1]).Select(f =>
                (ends.First(e => e >= f.End) - f.End) / NanosecondsPerSecond));
            foreach (var (fault, seconds) in Failover(struck.Where(f => f.Kind != Freeze), byBegin))
            {
                (EndsCluster.Contains(fault.Kind) ? restarts : failovers).Add(seconds);
                var near = Near(fault, seconds, history, SettleSeconds);
                if (HasQuorum(fault, partition.Key, seconds, history))
                    quorum.Add(seconds);
                if (near.Length == 1 && EndsPrimary.Contains(fault.Kind))
                    singles.Add(seconds);
            }
        }

        return new([.. gaps.Order()], [.. failovers.Order()], [.. quorum.Order()], [.. singles.Order()],
            [.. restarts.Order()], [.. standstills.Order()]);
    }

    // The fault itself, and every other one whose consequences it may have met.
    private static FaultRecord[] Near(FaultRecord fault, double seconds, History history, double secondsBefore)
    {
        var from = fault.Begin - (long)(secondsBefore * NanosecondsPerSecond);
        var to = fault.Begin + (long)(seconds * NanosecondsPerSecond);
        return [.. history.Faults.Where(other => other.Skipped is null && other.End >= from && other.Begin <= to)];
    }

    // Every node has a replica of each partition. Where a fault does not name its node, its target stands for one.
    private static bool HasQuorum(FaultRecord fault, int partition, double seconds, History history)
    {
        var ready = fault.Ready?.GetValueOrDefault(partition);
        var near = Near(fault, seconds, history, ready is null ? SettleSeconds : NoticeSeconds);
        if (near.Any(f => f.Kind == Freeze || EndsCluster.Contains(f.Kind)))
            return false;
        var struck = near.Where(f => f.Kind != MovePrimary).Select(f => f.Node ?? f.Target).Distinct();
        var whole = ready is null ? history.Head.Nodes - struck.Count() : ready.Except(struck).Count();
        return whole > history.Head.Nodes / 2;
    }

    /// <summary>Returns a percentile of sorted values, by the nearest rank; null of none.</summary>
    public static double? Percentile(IReadOnlyList<double> sorted, double percentile)
    {
        ArgumentNullException.ThrowIfNull(sorted);
        return sorted.Count == 0 ? null
            : sorted[Math.Clamp((int)Math.Ceiling(sorted.Count * percentile / 100) - 1, 0, sorted.Count - 1)];
    }

    private static IEnumerable<(FaultRecord Fault, double Seconds)> Failover(
        IEnumerable<FaultRecord> faults, Operation[] byBegin)
    {
        // The earliest success of all operations from each place on.
        var earliest = new long[byBegin.Length];
        var least = Operation.Never;
        for (var i = byBegin.Length - 1; i >= 0; i--)
            earliest[i] = least = Math.Min(least, byBegin[i].End);
        var begins = byBegin.Select(o => o.Begin).ToArray();
        foreach (var fault in faults)
        {
            var first = Array.BinarySearch(begins, fault.Begin);
            first = first < 0 ? ~first : first;
            if (first < earliest.Length)
                yield return (fault, (earliest[first] - fault.Begin) / NanosecondsPerSecond);
        }
    }
}
