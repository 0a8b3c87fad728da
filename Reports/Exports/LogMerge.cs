using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Reports.Exports;

/// <summary>Adds interval logs up: a pure function of files.</summary>
public static class LogMerge
{
    /// <summary>Adds interval logs up: one line a tag, over the whole time.</summary>
    /// <param name="paths">Interval logs, ours or another's.</param>
    /// <param name="output">Where the merged log goes.</param>
    /// <returns>False when there is no interval in any of them.</returns>
    /// <exception cref="FormatException">A log cannot be read; the message names file and line.</exception>
    public static bool Run(IReadOnlyList<string> paths, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(paths);
        ArgumentNullException.ThrowIfNull(output);
        var sums = new List<TagSum>();
        foreach (var path in paths)
        {
            if (Directory.Exists(path))
            {
                throw new FormatException(
                    $"{path}: this is a folder; give the log in it");
            }

            if (!File.Exists(path))
                throw new FormatException($"{path}: there is no such file");
            try
            {
                using var input = File.OpenText(path);
                var reader = new IntervalLogReader(input);
                foreach (var line in reader.Lines())
                    SumOf(sums, line.Tag).Add(reader.Started, line);
            }
            catch (FormatException e)
            {
                throw new FormatException($"{path}: {e.Message}", e);
            }
        }
        if (sums.Count == 0)
            return false;
        var first = sums.Min(s => s.From);
        output.Write(IntervalLog.Write(first, sums.Select(s => new IntervalLogLine(
            s.Tag, (s.From - first).TotalSeconds, (s.To - s.From).TotalSeconds, s.Histogram))));
        return true;
    }

    private static TagSum SumOf(List<TagSum> sums, string? tag)
    {
        if (sums.Find(s => s.Tag == tag) is { } found)
            return found;
        sums.Add(new TagSum(tag));
        return sums[^1];
    }

    private sealed class TagSum(string? tag)
    {
        internal string? Tag { get; } = tag;

        internal DateTimeOffset From { get; private set; } = DateTimeOffset.MaxValue;

        internal DateTimeOffset To { get; private set; } = DateTimeOffset.MinValue;

        internal LatencyHistogram Histogram { get; } = new();

        internal void Add(DateTimeOffset started, IntervalLogLine line)
        {
            var from = started.AddSeconds(line.Start);
            var to = from.AddSeconds(line.Length);
            (From, To) = (from < From ? from : From, to > To ? to : To);
            Histogram.Add(line.Histogram);
        }
    }
}
