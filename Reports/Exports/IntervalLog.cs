using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;

namespace SfPerf.Reports.Exports;

/// <summary>HdrHistogram interval logs (<c>.hlog</c>, format 1.3): one line a second and tag, nanoseconds inside, the
/// column of the largest value in milliseconds. Tags: the phase's name; with <c>.svc</c>, from the actual start of an
/// open loop; with <c>.err</c>, failures, in one line a phase.</summary>
public static class IntervalLog
{
    private const string Legend =
        "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"";

    /// <summary>The log of a run.</summary>
    public static string Write(DateTimeOffset started, IReadOnlyList<PhaseResult> phases)
    {
        ArgumentNullException.ThrowIfNull(phases);
        var lines = new List<IntervalLogLine>();
        foreach (var phase in phases)
        {
            var offset = Math.Max(0, (phase.StartedUtc - started).TotalSeconds);
            foreach (var row in phase.PerSecond)
            {
                if (row.Latency.Count > 0)
                    lines.Add(new IntervalLogLine(phase.Name, offset + row.Second, 1, row.Latency));
                if (row.Service is { Count: > 0 })
                    lines.Add(new IntervalLogLine(phase.Name + ".svc", offset + row.Second, 1, row.Service));
            }
            if (phase.FailedLatency.Count > 0)
                lines.Add(new IntervalLogLine(phase.Name + ".err", offset, phase.Seconds, phase.FailedLatency));
        }
        return Write(started, lines);
    }

    /// <summary>A log of lines; they are sorted by start.</summary>
    public static string Write(DateTimeOffset started, IEnumerable<IntervalLogLine> lines)
    {
        ArgumentNullException.ThrowIfNull(lines);
        var text = new StringBuilder();
        var epoch = (started - DateTimeOffset.UnixEpoch).TotalSeconds;
        text.Append("#[SfPerf latency log, nanoseconds]\n#[Histogram log format version 1.3]\n");
        text.Append(CultureInfo.InvariantCulture, $"#[StartTime: {epoch:F3} (seconds since epoch), ");
        text.Append(CultureInfo.InvariantCulture, $"{started.UtcDateTime:ddd MMM dd HH:mm:ss 'UTC' yyyy}]\n");
        text.Append(CultureInfo.InvariantCulture, $"#[BaseTime: {epoch:F3} (seconds since epoch)]\n");
        text.Append(Legend).Append('\n');
        foreach (var line in lines.OrderBy(l => l.Start).ThenBy(l => l.Tag, StringComparer.Ordinal))
        {
            if (line.Tag is not null)
                text.Append("Tag=").Append(SafeTag(line.Tag)).Append(',');
            text.Append(CultureInfo.InvariantCulture,
                $"{line.Start:F3},{line.Length:F3},{line.Histogram.Max / 1e6:F3},");
            text.Append(Convert.ToBase64String(HistogramCodec.EncodeV2Compressed(line.Histogram))).Append('\n');
        }
        return text.ToString();
    }

    /// <summary>Reads a log, ours or another's.</summary>
    /// <returns>The start the log states (the epoch when it states none) and its lines, starts relative to
    /// it.</returns>
    /// <exception cref="FormatException">A line cannot be read; the message names it.</exception>
    public static (DateTimeOffset Started, IReadOnlyList<IntervalLogLine> Lines) Read(TextReader input)
    {
        ArgumentNullException.ThrowIfNull(input);
        double? baseTime = null;
        double? startTime = null;
        var lines = new List<IntervalLogLine>();
        var number = 0;
        while (input.ReadLine() is { } text)
        {
            number++;
            if (text.StartsWith("#[StartTime:", StringComparison.Ordinal))
                startTime = SecondsOf(text, number);
            else if (text.StartsWith("#[BaseTime:", StringComparison.Ordinal))
                baseTime = SecondsOf(text, number);
            if (text.Length == 0 || text[0] is '#' or '"')
                continue;
            lines.Add(ReadLine(text, number));
        }
        // Without a base time, a start beyond a year is absolute, as HdrHistogram's readers take it.
        var origin = startTime ?? baseTime ?? 0;
        var shift = baseTime is { } b ? b - origin : lines is [{ Start: > 31_536_000 }, ..] ? -origin : 0;
        return (DateTimeOffset.UnixEpoch.AddSeconds(origin),
            [.. lines.Select(l => l with { Start = l.Start + shift })]);
    }

    private static IntervalLogLine ReadLine(string text, int number)
    {
        string? tag = null;
        if (text.StartsWith("Tag=", StringComparison.Ordinal))
        {
            var comma = text.IndexOf(',', StringComparison.Ordinal);
            if (comma < 0)
                throw new FormatException($"Line {number}: a tag without an interval.");
            (tag, text) = (text[4..comma], text[(comma + 1)..]);
        }
        var fields = text.Split(',');
        if (fields.Length != 4 || !Number(fields[0], out var start) || !Number(fields[1], out var length)
            || !Number(fields[2], out _))
            throw new FormatException($"Line {number}: not start, length, largest value, histogram.");
        try
        {
            return new IntervalLogLine(
                tag, start, length, HistogramCodec.DecodeV2(Convert.FromBase64String(fields[3].Trim())));
        }
        catch (FormatException e)
        {
            throw new FormatException($"Line {number}: {e.Message}", e);
        }
    }

    private static double SecondsOf(string text, int number)
    {
        var value = text[(text.IndexOf(':', StringComparison.Ordinal) + 1)..].TrimStart().Split(' ', ']')[0];
        return Number(value, out var seconds)
            ? seconds : throw new FormatException($"Line {number}: {value} is no number of seconds.");
    }

    private static bool Number(string text, out double value) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value) && double.IsFinite(value);

    private static string SafeTag(string tag) =>
        new([.. tag.Select(c => c is ',' or ' ' or '\n' or '\r' or '\t' ? '_' : c)]);
}
