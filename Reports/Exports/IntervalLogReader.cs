using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Reports.Exports;

/// <summary>Reads an interval log line by line, ours or another's, so that no more than one histogram of it need be
/// held.</summary>
/// <param name="input">The log.</param>
public sealed class IntervalLogReader(TextReader input)
{
    // Without a base time, a start beyond a year is absolute, as HdrHistogram's readers take it.
    private const double AbsoluteFrom = 31_536_000;
    private double? _startTime;
    private double? _baseTime;
    private double? _origin;
    private int _number;

    /// <summary>Gets the start the log states, the epoch when it states none; known once a line has been
    /// read.</summary>
    public DateTimeOffset Started => DateTimeOffset.UnixEpoch.AddSeconds(Origin);

    private double Origin => _origin ?? _startTime ?? _baseTime ?? 0;

    /// <summary>The lines, starts relative to <see cref="Started"/>; to be enumerated once. Logs that were put one
    /// behind the other are read as one: each header holds for the lines after it.</summary>
    /// <exception cref="FormatException">A line cannot be read; the message names it.</exception>
    public IEnumerable<IntervalLogLine> Lines()
    {
        while (input.ReadLine() is { } text)
        {
            _number++;
            if (text.StartsWith("#[StartTime:", StringComparison.Ordinal))
                _startTime = SecondsOf(text);
            else if (text.StartsWith("#[BaseTime:", StringComparison.Ordinal))
                _baseTime = SecondsOf(text);
            if (text.Length == 0 || text[0] is '#' or '"')
                continue;
            var line = Read(text);
            _origin ??= Origin;
            yield return line with { Start = line.Start + Shift(line.Start) };
        }
    }

    private double Shift(double start) =>
        (_baseTime ?? (start > AbsoluteFrom ? 0 : _startTime ?? 0)) - Origin;

    private IntervalLogLine Read(string text)
    {
        string? tag = null;
        if (text.StartsWith("Tag=", StringComparison.Ordinal))
        {
            var comma = text.IndexOf(',', StringComparison.Ordinal);
            if (comma < 0)
                throw new FormatException($"Line {_number}: a tag without an interval.");
            (tag, text) = (text[4..comma], text[(comma + 1)..]);
        }
        var fields = text.Split(',');
        if (fields.Length != 4 || !Number(fields[0], out var start) || !Number(fields[1], out var length)
            || !Number(fields[2], out _))
        {
            throw new FormatException($"Line {_number}: not start, length, largest value, histogram.");
        }

        try
        {
            return new IntervalLogLine(
                tag, start, length, HistogramCodec.DecodeV2(Convert.FromBase64String(fields[3].Trim())));
        }
        catch (FormatException e)
        {
            throw new FormatException($"Line {_number}: {e.Message}", e);
        }
    }

    private double SecondsOf(string text)
    {
        var value = text[(text.IndexOf(':', StringComparison.Ordinal) + 1)..].TrimStart().Split(' ', ']')[0];
        return Number(value, out var seconds)
            ? seconds : throw new FormatException($"Line {_number}: {value} is no number of seconds.");
    }

    private static bool Number(string text, out double value) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value) && double.IsFinite(value);
}
