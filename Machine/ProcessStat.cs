using System;
using System.Globalization;
using System.IO;

namespace SfPerf.Machine;

/// <summary>Represents one process as Linux' <c>/proc/PID/stat</c> tells it.</summary>
/// <param name="Parent">Who started it.</param>
/// <param name="ProcessorSeconds">Processor time of its own.</param>
/// <param name="EndedChildrenSeconds">Processor time of what it started, has ended and was waited for.</param>
/// <param name="ResidentPages">Memory in use, in pages.</param>
internal sealed record ProcessStat(
    int Parent, double ProcessorSeconds, double EndedChildrenSeconds, long ResidentPages)
{
    /// <summary>The unit in which the kernel tells processor time, the same on every Linux.</summary>
    internal const double TicksPerSecond = 100;

    private const int ParentField = 1;
    private const int TicksField = 11;
    private const int ResidentPagesField = 21;

    /// <summary>Reads the file in a process's folder.</summary>
    /// <returns>Null when the process has ended or is not ours to see.</returns>
    internal static ProcessStat? Read(string folder)
    {
        try
        {
            return Parse(File.ReadAllText(Path.Combine(folder, "stat")));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    internal static ProcessStat? Parse(string text)
    {
        // The name, in brackets, may hold anything; the fields of fixed meaning follow its end.
        var fields = text[Math.Min(text.Length, text.LastIndexOf(')') + 2)..].Split(' ');
        return fields.Length <= ResidentPagesField ? null : new ProcessStat(
            (int)Number(fields[ParentField]),
            (Number(fields[TicksField]) + Number(fields[TicksField + 1])) / TicksPerSecond,
            (Number(fields[TicksField + 2]) + Number(fields[TicksField + 3])) / TicksPerSecond,
            Number(fields[ResidentPagesField]));
    }

    private static long Number(string text) =>
        long.TryParse(text, CultureInfo.InvariantCulture, out var number) ? number : 0;
}
