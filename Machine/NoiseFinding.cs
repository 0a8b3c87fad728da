using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Machine;

/// <summary>Describes what <see cref="NoiseGuard"/> found.</summary>
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

/// <summary>Describes what is known of the time in which figures were measured.</summary>
/// <param name="Before">Taken when the measured phase began.</param>
/// <param name="After">Taken when it ended.</param>
/// <param name="Cores">The processors the driver may use.</param>
/// <param name="StoreOnThisMachine">Whether the store shares the machine: then tasks always wait for processors while
/// it is under load, and pressure says nothing about others; what others used does.</param>
public sealed record NoiseEvidence(MachineReading Before, MachineReading After, int Cores, bool StoreOnThisMachine)
{
    /// <summary>Gets the 99th percentile of pacing lateness in nanoseconds; null in a closed loop.</summary>
    public long? LatenessP99 { get; init; }

    /// <summary>Gets the median response in nanoseconds; null in a closed loop, and where a promise judges lateness.
    /// </summary>
    public long? ResponseP50 { get; init; }

    /// <summary>Gets the time that was promised, and the figure it is of (such as the 99th percentile) of the
    /// responses and of pacing lateness, in nanoseconds; null where none was promised, and in a closed loop.</summary>
    public (double Limit, double Response, double Lateness)? Promise { get; init; }

    /// <summary>Gets (throughput x mean latency - outstanding) / outstanding; null where it says nothing.</summary>
    public double? LittleResidual { get; init; }

    /// <summary>Gets the process of the store that its collector stopped longest, and the share of time it did; null
    /// where it is not known.</summary>
    public (string Process, double Share)? StorePause { get; init; }

    /// <summary>Gets whether a steady state was found; null when it was not looked for.</summary>
    public bool? Steady { get; init; }
}

/// <summary>Defines what is said of figures; the first that applies.</summary>
public static class NoiseVerdict
{
    /// <summary>The driver was at its limit: the store may be faster.</summary>
    public const string DriverBound = "driver-bound";

    /// <summary>Others used the machine.</summary>
    public const string Noisy = "noisy";

    /// <summary>The store's own garbage collector stopped it for long.</summary>
    public const string StorePaused = "store-paused";

    /// <summary>The figures had not settled.</summary>
    public const string NoSteadyState = "no-steady-state";

    /// <summary>Nothing speaks against them.</summary>
    public const string Clean = "clean";

    /// <summary>Gets all, the gravest first.</summary>
    public static IReadOnlyList<string> All { get; } = [DriverBound, Noisy, StorePaused, NoSteadyState, Clean];

    /// <summary>Whether a strict run is rejected for it.</summary>
    public static bool IsRejected(string verdict) => verdict is DriverBound or Noisy or StorePaused;
}
