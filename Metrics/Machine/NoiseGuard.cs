using System;
using System.Collections.Generic;
using System.Globalization;

namespace SfPerf.Metrics.Machine;

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

    /// <summary>Gets the largest 99th percentile of pacing lateness, as a share of the median response; 0.10 unless
    /// set.
    /// </summary>
    public double LatenessMax { get; init; } = 0.10;

    /// <summary>Judges the time between two readings of the driver's machine and process.</summary>
    /// <param name="before">Taken when the measured phase began.</param>
    /// <param name="after">Taken when it ended.</param>
    /// <param name="cores">The processors the driver may use.</param>
    /// <param name="storeOnThisMachine">Whether the store shares the machine: then tasks always wait for processors
    /// while it is under load, and pressure says nothing about others; what others used does.</param>
    /// <param name="latenessP99">In nanoseconds; null in a closed loop.</param>
    /// <param name="responseP50">In nanoseconds; null in a closed loop.</param>
    /// <param name="steady">Whether a steady state was found; null when it was not looked for.</param>
    public NoiseFinding Judge(
        MachineReading before, MachineReading after, int cores, bool storeOnThisMachine,
        long? latenessP99 = null, long? responseP50 = null, bool? steady = null)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        var seconds = Math.Max(1e-9, after.Seconds - before.Seconds);
        var pressure = Share(after.PressureSeconds - before.PressureSeconds, seconds);
        var steal = Share(after.StolenTicks - before.StolenTicks, after.Ticks - before.Ticks);
        var background = MachineReading.Background(before, after);
        var driver = (after.ProcessorSeconds - before.ProcessorSeconds) / seconds / Math.Max(1, cores);
        var collector = (after.CollectorPauseSeconds - before.CollectorPauseSeconds) / seconds;
        var noisy = new List<string>();
        var bound = new List<string>();
        if (!storeOnThisMachine && pressure > PressureMax)
            noisy.Add(Text("tasks waited for a processor", pressure.Value, PressureMax));
        if (background > BackgroundMax)
            noisy.Add(Text("other programs used the processors", background.Value, BackgroundMax));
        if (steal > StealMax)
            noisy.Add(Text("the host took processor time", steal.Value, StealMax));
        if (driver > DriverMax)
            bound.Add(Text("the driver used its processors", driver, DriverMax));
        if (collector > CollectorMax)
            bound.Add(Text("the driver's collector paused it", collector, CollectorMax));
        if (latenessP99 is not null && latenessP99 > LatenessMax * responseP50)
            bound.Add(string.Create(CultureInfo.InvariantCulture,
                $"pacing was late by {latenessP99 / 1e6:0.###} ms at p99, ")
                + string.Create(CultureInfo.InvariantCulture, $"the median response was {responseP50 / 1e6:0.###} ms")
                + string.Create(CultureInfo.InvariantCulture, $" (limit {LatenessMax * 100:0.#} %)"));
        var verdict = bound.Count > 0 ? "driver-bound" : noisy.Count > 0 ? "noisy"
            : steady == false ? "no-steady-state" : "clean";
        if (steady == false)
            noisy.Add("no steady state was found");
        return new NoiseFinding(verdict, [.. bound, .. noisy], pressure, background, steal, driver, collector);
    }

    private static double? Share(double? part, double? whole) => part is { } p && whole is > 0 ? p / whole.Value : null;

    private static string Text(string what, double share, double limit) =>
        string.Create(CultureInfo.InvariantCulture,
            $"{what} {share * 100:0.#} % of the time (limit {limit * 100:0.#} %)");
}
