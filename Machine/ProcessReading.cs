using System;
using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;

namespace SfPerf.Machine;

/// <summary>Counters of any process of the machine: from <c>/proc</c> on Linux, elsewhere what the runtime's process
/// class tells.</summary>
/// <param name="ProcessorSeconds">Processor time used.</param>
/// <param name="ResidentBytes">Memory in use.</param>
/// <param name="WrittenBytes">Bytes sent to disk; null where the system does not tell.</param>
/// <param name="ReadBytes">Bytes read from disk; null where the system does not tell.</param>
public sealed record ProcessReading(double ProcessorSeconds, long ResidentBytes, long? WrittenBytes, long? ReadBytes)
{
    /// <summary>Takes a reading.</summary>
    /// <returns>Null when there is no such process.</returns>
    public static ProcessReading? Take(int processId)
    {
        if (!OperatingSystem.IsLinux())
            return TakeElsewhere(processId);
        var folder = $"/proc/{processId.ToString(CultureInfo.InvariantCulture)}";
        if (ProcessStat.Read(folder) is not { } stat)
            return null;
        var (written, read) = Disk(folder);
        return new ProcessReading(
            stat.ProcessorSeconds, stat.ResidentPages * Environment.SystemPageSize, written, read);
    }

    internal static ProcessReading? TakeElsewhere(int processId)
    {
        try
        {
            using var process = Process.GetProcessById(processId);
            return new ProcessReading(
                process.TotalProcessorTime.TotalSeconds, process.WorkingSet64, WrittenBytes: null, ReadBytes: null);
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception)
        {
            return null;
        }
    }

    private static (long? Written, long? Read) Disk(string folder)
    {
        try
        {
            var lines = File.ReadAllLines($"{folder}/io");
            return (Field(lines, "write_bytes: "), Field(lines, "read_bytes: "));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return (null, null);
        }
    }

    private static long? Field(string[] lines, string name) =>
        lines.FirstOrDefault(l => l.StartsWith(name, StringComparison.Ordinal)) is { } line
        && long.TryParse(line.AsSpan(name.Length), CultureInfo.InvariantCulture, out var number) ? number : null;
}
