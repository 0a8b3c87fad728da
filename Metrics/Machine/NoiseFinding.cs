using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Machine;

/// <summary>What <see cref="NoiseGuard"/> found.</summary>
/// <param name="Verdict">One of <see cref="NoiseVerdict"/>.</param>
/// <param name="Reasons">A sentence each.</param>
/// <param name="CpuPressure">Share of time in which some task waited for a processor.</param>
/// <param name="BackgroundCpu">Share of the processors that programs used which take no part.</param>
/// <param name="Steal">Share of processor time the host took.</param>
/// <param name="DriverCpu">The driver's share of its processors.</param>
/// <param name="CollectorPause">Share of time in which the driver's collector had stopped it.</param>
public sealed record NoiseFinding(
    string Verdict, IReadOnlyList<string> Reasons, double? CpuPressure, double? BackgroundCpu,
    double? Steal, double DriverCpu, double CollectorPause)
{
    /// <summary>Gets the share of periods in which a container's quota had used up its processors.</summary>
    public double? Throttled { get; init; }

    /// <summary>Gets the largest share of time in which a collector had stopped a process of the store.</summary>
    public double? StorePause { get; init; }

    /// <summary>Gets the 99th percentile of pacing lateness in nanoseconds; open loops only.</summary>
    public long? LatenessP99 { get; init; }

    /// <summary>Of the parts of a run, the gravest finding speaks for all; each part's reasons are kept.</summary>
    /// <param name="parts">At least one, by name.</param>
    public static NoiseFinding Worst(IReadOnlyList<(string Name, NoiseFinding Finding)> parts)
    {
        ArgumentNullException.ThrowIfNull(parts);
        var order = NoiseVerdict.All.ToList();
        var worst = parts.Select(p => p.Finding).MinBy(f => order.IndexOf(f.Verdict))!;
        return parts.Count == 1 ? worst : worst with
        {
            Reasons = [.. parts.SelectMany(p => p.Finding.Reasons.Select(r => $"{p.Name}: {r}"))],
        };
    }
}
