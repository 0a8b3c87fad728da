using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace SfPerf.Machine;

/// <summary>Judges whether figures may be believed.</summary>
public sealed record NoiseGuard
{
    /// <summary>Gets the largest share of time in which tasks may have waited for a processor; 0.10 unless
    /// set.</summary>
    public double PressureMax { get; init; } = 0.10;

    /// <summary>Gets the largest share of the processors that other programs may have used; 0.10 unless set.</summary>
    public double BackgroundMax { get; init; } = 0.10;

    /// <summary>Gets the largest share of processor time the host of a virtual machine may have taken; 0.02 unless set.
    /// </summary>
    public double StealMax { get; init; } = 0.02;

    /// <summary>Gets the largest share of its processors the driver may have used; 0.80 unless set.</summary>
    public double DriverMax { get; init; } = 0.80;

    /// <summary>Gets the largest share of time the driver's collector may have stopped it; 0.05 unless set.</summary>
    public double CollectorMax { get; init; } = 0.05;

    /// <summary>Gets the largest share of periods in which a container's quota may have been used up; 0.05 unless set.
    /// </summary>
    public double ThrottledMax { get; init; } = 0.05;

    /// <summary>Gets the largest share of time a collector may have stopped a process of the store; 0.10 unless set.
    /// </summary>
    public double StorePauseMax { get; init; } = 0.10;

    /// <summary>Gets by how much Little's law may be missed; 0.05 unless set.</summary>
    public double LittleMax { get; init; } = 0.05;

    /// <summary>Gets the largest 99th percentile of pacing lateness, as a share of the median response, where no time
    /// is promised; 0.10 unless set.</summary>
    public double LatenessMax { get; init; } = 0.10;

    /// <summary>Judges the time between two readings of the driver's machine and process.</summary>
    public NoiseFinding Judge(NoiseEvidence evidence)
    {
        ArgumentNullException.ThrowIfNull(evidence);
        var (before, after) = (evidence.Before, evidence.After);
        var seconds = Math.Max(1e-9, after.Seconds - before.Seconds);
        // A container may leave the driver less than whole processors.
        var cores = Math.Max(0.01, Math.Min(evidence.Cores, after.Quota ?? double.MaxValue));
        var finding = new NoiseFinding(NoiseVerdict.Clean, [],
            Share(after.PressureSeconds - before.PressureSeconds, seconds),
            MachineReading.Background(before, after),
            Share(after.StolenTicks - before.StolenTicks, after.Ticks - before.Ticks),
            (after.ProcessorSeconds - before.ProcessorSeconds) / seconds / cores,
            (after.CollectorPauseSeconds - before.CollectorPauseSeconds) / seconds)
        {
            Throttled = Share(
                after.ThrottledPeriods - before.ThrottledPeriods, after.QuotaPeriods - before.QuotaPeriods),
            StorePause = evidence.StorePause?.Share,
            LatenessP99 = evidence.LatenessP99,
        };
        string[] bound = [.. DriverLimits(finding, evidence)];
        string[] noisy = [.. Disturbances(finding, evidence)];
        string[] paused = [.. Over(
            $"{evidence.StorePause?.Process}'s collector paused it", finding.StorePause, StorePauseMax)];
        string[] unsteady = evidence.Steady == false ? ["no steady state was found"] : [];
        return finding with
        {
            Verdict = bound.Length > 0 ? NoiseVerdict.DriverBound : noisy.Length > 0 ? NoiseVerdict.Noisy
                : paused.Length > 0 ? NoiseVerdict.StorePaused
                : unsteady.Length > 0 ? NoiseVerdict.NoSteadyState : NoiseVerdict.Clean,
            Reasons = [.. bound, .. noisy, .. paused, .. unsteady],
        };
    }

    private IEnumerable<string> DriverLimits(NoiseFinding finding, NoiseEvidence evidence)
    {
        foreach (var reason in Over("the driver used its processors", finding.DriverCpu, DriverMax)
            .Concat(Over("the driver's collector paused it", finding.CollectorPause, CollectorMax))
            .Concat(Over("the container's processors were used up", finding.Throttled, ThrottledMax)))
        {
            yield return reason;
        }

        if (evidence.Promise is { } promise && promise.Response > promise.Limit
            && promise.Response - promise.Lateness <= promise.Limit)
        {
            yield return string.Create(CultureInfo.InvariantCulture,
                $"the driver began operations {promise.Lateness / 1e6:0.###} ms late: without that, ")
                + string.Create(CultureInfo.InvariantCulture,
                    $"{promise.Response / 1e6:0.###} ms would be within the promised {promise.Limit / 1e6:0.###} ms");
        }

        if (evidence.LatenessP99 > LatenessMax * evidence.ResponseP50)
        {
            yield return string.Create(CultureInfo.InvariantCulture,
                $"pacing was late by {evidence.LatenessP99 / 1e6:0.###} ms at p99, ")
                + string.Create(CultureInfo.InvariantCulture,
                    $"the median response was {evidence.ResponseP50 / 1e6:0.###} ms")
                + string.Create(CultureInfo.InvariantCulture, $" (limit {LatenessMax * 100:0.#} %)");
        }

        if (Math.Abs(evidence.LittleResidual ?? 0) > LittleMax)
        {
            yield return string.Create(CultureInfo.InvariantCulture,
                $"Little's law is missed by {evidence.LittleResidual * 100:0.#} % (limit {LittleMax * 100:0.#} %): ")
                + "time was lost outside the operations";
        }
    }

    private IEnumerable<string> Disturbances(NoiseFinding finding, NoiseEvidence evidence) =>
        Over("tasks waited for a processor", evidence.StoreOnThisMachine ? null : finding.CpuPressure, PressureMax)
            .Concat(Over("other programs used the processors", finding.BackgroundCpu, BackgroundMax))
            .Concat(Over("the host took processor time", finding.Steal, StealMax));

    private static double? Share(double? part, double? whole) => part is { } p && whole is > 0 ? p / whole.Value : null;

    private static string[] Over(string what, double? share, double limit) => share > limit
        ? [string.Create(CultureInfo.InvariantCulture,
            $"{what} {share.Value * 100:0.#} % of the time (limit {limit * 100:0.#} %)")] : [];
}
