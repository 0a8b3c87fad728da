using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;
using SfPerf.Machine;

namespace SfPerf.Reports.Runs;

/// <summary>Describes how quiet the machine was while a run was made.</summary>
public sealed record NoiseRecord
{
    /// <summary>Gets one of <see cref="NoiseVerdict"/>.</summary>
    public string Verdict { get; init; } = "";

    /// <summary>Gets whether something else than the store decided the figures.</summary>
    [JsonIgnore]
    public bool IsDoubtful => NoiseVerdict.IsRejected(Verdict);

    /// <summary>Gets why, a sentence each; empty when clean.</summary>
    public IReadOnlyList<string> Reasons { get; init; } = [];

    /// <summary>Gets the share of time in which some task waited for a processor (Linux pressure stall
    /// information).</summary>
    public double? CpuPressure { get; init; }

    /// <summary>Gets the share of the processors used by programs that are not part of the measurement.</summary>
    public double? BackgroundCpu { get; init; }

    /// <summary>Gets the share of processor time taken by the host of a virtual machine.</summary>
    public double? Steal { get; init; }

    /// <summary>Gets the driver's share of the processors it may use.</summary>
    public double? DriverCpu { get; init; }

    /// <summary>Gets the share of time in which the driver's collector had stopped it.</summary>
    public double? DriverGcPause { get; init; }

    /// <summary>Gets the share of periods in which a container's quota had used up its processors.</summary>
    public double? Throttled { get; init; }

    /// <summary>Gets the largest share of time in which a collector had stopped a process of the store.</summary>
    public double? StoreGcPause { get; init; }

    /// <summary>Gets the 99th percentile of pacing lateness in milliseconds; open loops only.</summary>
    public double? LatenessP99Ms { get; init; }

    /// <summary>The record of a finding.</summary>
    public static NoiseRecord From(NoiseFinding finding)
    {
        ArgumentNullException.ThrowIfNull(finding);
        return new NoiseRecord
        {
            Verdict = finding.Verdict,
            Reasons = finding.Reasons,
            CpuPressure = finding.CpuPressure,
            BackgroundCpu = finding.BackgroundCpu,
            Steal = finding.Steal,
            DriverCpu = finding.DriverCpu,
            DriverGcPause = finding.CollectorPause,
            Throttled = finding.Throttled,
            StoreGcPause = finding.StorePause,
            LatenessP99Ms = finding.LatenessP99 / 1e6,
        };
    }
}
