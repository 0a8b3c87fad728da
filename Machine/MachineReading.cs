using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;

namespace SfPerf.Machine;

/// <summary>Counters of the machine and of this process at one moment; two of them tell how quiet the time between was.
/// What a system does not offer is null.</summary>
public sealed record MachineReading
{
    /// <summary>Gets the time stamp, in seconds of a monotonic clock.</summary>
    public double Seconds { get; init; }

    /// <summary>Gets the seconds in which some task waited for a processor (Linux pressure stall
    /// information).</summary>
    public double? PressureSeconds { get; init; }

    /// <summary>Gets the processor ticks of the machine, all states together.</summary>
    public long? Ticks { get; init; }

    /// <summary>Gets the processor ticks that the host of a virtual machine took.</summary>
    public long? StolenTicks { get; init; }

    /// <summary>Gets the processor ticks that programs used, the kernel's work for them and interrupts
    /// included.</summary>
    public long? BusyTicks { get; init; }

    /// <summary>Gets the processor seconds of the processes that take part in the measurement and of all they
    /// started.</summary>
    public double? OwnSeconds { get; init; }

    /// <summary>Gets the processor seconds of the kernel's own threads, which serve everybody.</summary>
    public double? KernelSeconds { get; init; }

    /// <summary>Gets the processors that a container's quota leaves to this process; null without one.</summary>
    public double? Quota { get; init; }

    /// <summary>Gets the periods in which that quota was watched.</summary>
    public long? QuotaPeriods { get; init; }

    /// <summary>Gets those of them in which it was used up and programs had to wait.</summary>
    public long? ThrottledPeriods { get; init; }

    /// <summary>Gets the processor seconds of this process.</summary>
    public double ProcessorSeconds { get; init; }

    /// <summary>Gets the seconds in which the collector had stopped this process.</summary>
    public double CollectorPauseSeconds { get; init; }

    /// <summary>Gets the bytes this process has allocated.</summary>
    public long AllocatedBytes { get; init; }

    /// <summary>Takes a reading. Costs some milliseconds; not for every operation.</summary>
    /// <param name="own">The processes that take part in the measurement, beside this one and all it started.</param>
    public static MachineReading Take(IEnumerable<int>? own = null) => Take(own, "/");

    internal static MachineReading Take(IEnumerable<int>? own, string root)
    {
        var processes = Path.Combine(root, "proc");
        var (ticks, busy, stolen) = ProcessorTicks(Text(Path.Combine(processes, "stat")));
        var table = ProcessTable.Read(processes);
        var group = ControlGroup.Read(root);
        using var process = Process.GetCurrentProcess();
        return new MachineReading
        {
            Seconds = (double)Stopwatch.GetTimestamp() / Stopwatch.Frequency,
            PressureSeconds = Pressure(Text(Path.Combine(processes, "pressure/cpu"))),
            Ticks = ticks,
            BusyTicks = busy,
            StolenTicks = stolen,
            OwnSeconds = table?.TreeSeconds([Environment.ProcessId, .. own ?? []]),
            KernelSeconds = table?.KernelSeconds,
            Quota = group.Processors,
            QuotaPeriods = group.Periods,
            ThrottledPeriods = group.Throttled,
            ProcessorSeconds = process.TotalProcessorTime.TotalSeconds,
            CollectorPauseSeconds = GC.GetTotalPauseDuration().TotalSeconds,
            AllocatedBytes = GC.GetTotalAllocatedBytes(),
        };
    }

    /// <summary>The share of all processors that programs used which have nothing to do with the measurement.
    /// </summary>
    /// <returns>Null where the system does not tell, or a process that takes part has vanished with its time.</returns>
    public static double? Background(MachineReading before, MachineReading after)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        var own = after.OwnSeconds + after.KernelSeconds - before.OwnSeconds - before.KernelSeconds;
        return own >= 0 && after.BusyTicks - before.BusyTicks - (own * ProcessStat.TicksPerSecond) is { } others
            && after.Ticks - before.Ticks is > 0 and var all ? Math.Clamp(others / all, 0, 1) : null;
    }

    internal static double? Pressure(string? text)
    {
        var total = text?.Split('\n').FirstOrDefault(l => l.StartsWith("some ", StringComparison.Ordinal))
            ?.Split(' ').FirstOrDefault(f => f.StartsWith("total=", StringComparison.Ordinal));
        return total is not null && long.TryParse(total.AsSpan(6), CultureInfo.InvariantCulture, out var microseconds)
            ? microseconds / 1e6 : null;
    }

    internal static (long? All, long? Busy, long? Stolen) ProcessorTicks(string? text)
    {
        var line = text?.Split('\n').FirstOrDefault(l => l.StartsWith("cpu ", StringComparison.Ordinal));
        var fields = line?.Split(' ', StringSplitOptions.RemoveEmptyEntries).Skip(1)
            .Select(f => long.TryParse(f, CultureInfo.InvariantCulture, out var n) ? n : 0).ToArray();
        // user nice system idle iowait irq softirq steal; what follows is counted within user already.
        // Interrupts count as busy: the kernel adds their time to whatever process they interrupted.
        return fields is { Length: >= 8 }
            ? (fields.Take(8).Sum(), fields.Take(3).Sum() + fields[5] + fields[6], fields[7]) : (null, null, null);
    }

    private static string? Text(string path)
    {
        try
        {
            return File.Exists(path) ? File.ReadAllText(path) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
