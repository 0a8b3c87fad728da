using System;
using System.Globalization;
using System.IO;
using System.Linq;

namespace SfPerf.Metrics.Machine;

/// <summary>Counters of any process of the machine, from <c>/proc</c>.</summary>
/// <param name="ProcessorSeconds">Processor time used.</param>
/// <param name="ResidentBytes">Memory in use.</param>
/// <param name="WrittenBytes">Bytes sent to disk; null where the system does not tell.</param>
/// <param name="ReadBytes">Bytes read from disk; null where the system does not tell.</param>
public sealed record ProcessReading(double ProcessorSeconds, long ResidentBytes, long? WrittenBytes, long? ReadBytes)
{
    private const double TicksPerSecond = 100;
    private const int UserTicksField = 11;
    private const int ResidentPagesField = 21;

    /// <summary>Takes a reading.</summary>
    /// <returns>Null when there is no such process, or the system has no <c>/proc</c>.</returns>
    public static ProcessReading? Take(int processId)
    {
        try
        {
            var folder = $"/proc/{processId.ToString(CultureInfo.InvariantCulture)}";
            var stat = File.ReadAllText($"{folder}/stat");
            // The name, in brackets, may hold anything; the fields of fixed meaning follow its end.
            var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
            var ticks = Number(fields[UserTicksField]) + Number(fields[UserTicksField + 1]);
            var (written, read) = Disk(folder);
            return new ProcessReading(
                ticks / TicksPerSecond, Number(fields[ResidentPagesField]) * Environment.SystemPageSize, written, read);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or IndexOutOfRangeException)
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
            ? Number(line[name.Length..]) : null;

    private static long Number(string text) =>
        long.TryParse(text, CultureInfo.InvariantCulture, out var number) ? number : 0;
}
