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
        var text = new StringBuilder(Head(started));
        foreach (var line in lines.OrderBy(l => l.Start).ThenBy(l => l.Tag, StringComparer.Ordinal))
            text.Append(Text(line));
        return text.ToString();
    }

    /// <summary>What a log begins with.</summary>
    internal static string Head(DateTimeOffset started)
    {
        var text = new StringBuilder();
        var epoch = (started - DateTimeOffset.UnixEpoch).TotalSeconds;
        text.Append("#[SfPerf latency log, nanoseconds]\n#[Histogram log format version 1.3]\n");
        text.Append(CultureInfo.InvariantCulture, $"#[StartTime: {epoch:F3} (seconds since epoch), ");
        text.Append(CultureInfo.InvariantCulture, $"{started.UtcDateTime:ddd MMM dd HH:mm:ss 'UTC' yyyy}]\n");
        text.Append(CultureInfo.InvariantCulture, $"#[BaseTime: {epoch:F3} (seconds since epoch)]\n");
        return text.Append(Legend).Append('\n').ToString();
    }

    /// <summary>One line of a log.</summary>
    internal static string Text(IntervalLogLine line) => string.Create(CultureInfo.InvariantCulture,
            $"{(line.Tag is { } tag ? $"Tag={SafeTag(tag)}," : "")}{line.Start:F3},{line.Length:F3},")
        + string.Create(CultureInfo.InvariantCulture, $"{line.Histogram.Max / 1e6:F3},")
        + Convert.ToBase64String(HistogramCodec.EncodeV2Compressed(line.Histogram)) + "\n";

    /// <summary>Reads a whole log, ours or another's.</summary>
    /// <returns>The start the log states (the epoch when it states none) and its lines, starts relative to
    /// it.</returns>
    /// <exception cref="FormatException">A line cannot be read; the message names it.</exception>
    public static (DateTimeOffset Started, IReadOnlyList<IntervalLogLine> Lines) Read(TextReader input)
    {
        ArgumentNullException.ThrowIfNull(input);
        var reader = new IntervalLogReader(input);
        IntervalLogLine[] lines = [.. reader.Lines()];
        return (reader.Started, lines);
    }

    private static string SafeTag(string tag) =>
        new([.. tag.Select(c => c is ',' or ' ' or '\n' or '\r' or '\t' ? '_' : c)]);
}

/// <summary>Represents one interval of a log.</summary>
/// <param name="Tag">What was measured; null for none.</param>
/// <param name="Start">Seconds since the log's start.</param>
/// <param name="Length">Seconds.</param>
/// <param name="Histogram">The values of the interval.</param>
public sealed record IntervalLogLine(string? Tag, double Start, double Length, LatencyHistogram Histogram);
