using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;

namespace SfPerf.Metrics.Machine;

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

    /// <summary>Gets the processor seconds of this process.</summary>
    public double ProcessorSeconds { get; init; }

    /// <summary>Gets the seconds in which the collector had stopped this process.</summary>
    public double CollectorPauseSeconds { get; init; }

    /// <summary>Gets the bytes this process has allocated.</summary>
    public long AllocatedBytes { get; init; }

    /// <summary>Takes a reading. Costs some 50 us; not for every operation.</summary>
    public static MachineReading Take()
    {
        var (ticks, stolen) = ProcessorTicks(Text("/proc/stat"));
        using var process = Process.GetCurrentProcess();
        return new MachineReading
        {
            Seconds = (double)Stopwatch.GetTimestamp() / Stopwatch.Frequency,
            PressureSeconds = Pressure(Text("/proc/pressure/cpu")),
            Ticks = ticks,
            StolenTicks = stolen,
            ProcessorSeconds = process.TotalProcessorTime.TotalSeconds,
            CollectorPauseSeconds = GC.GetTotalPauseDuration().TotalSeconds,
            AllocatedBytes = GC.GetTotalAllocatedBytes(),
        };
    }

    internal static double? Pressure(string? text)
    {
        var total = text?.Split('\n').FirstOrDefault(l => l.StartsWith("some ", StringComparison.Ordinal))
            ?.Split(' ').FirstOrDefault(f => f.StartsWith("total=", StringComparison.Ordinal));
        return total is not null && long.TryParse(total.AsSpan(6), CultureInfo.InvariantCulture, out var microseconds)
            ? microseconds / 1e6 : null;
    }

    internal static (long? All, long? Stolen) ProcessorTicks(string? text)
    {
        var line = text?.Split('\n').FirstOrDefault(l => l.StartsWith("cpu ", StringComparison.Ordinal));
        var fields = line?.Split(' ', StringSplitOptions.RemoveEmptyEntries).Skip(1)
            .Select(f => long.TryParse(f, CultureInfo.InvariantCulture, out var n) ? n : 0).ToArray();
        // user nice system idle iowait irq softirq steal; what follows is counted within user already.
        return fields is { Length: >= 8 } ? (fields.Take(8).Sum(), fields[7]) : (null, null);
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
