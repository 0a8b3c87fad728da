using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using SfPerf.Metrics.Histograms;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Exports;

/// <summary>The <c>export</c> and <c>merge</c> verbs: pure functions of files.</summary>
public static class ExportCommand
{
    /// <summary>Writes runs in another format.</summary>
    /// <param name="paths">Run folders or run files; folders of runs are taken apart by the caller.</param>
    /// <param name="format">The format.</param>
    /// <param name="output">Where to.</param>
    /// <returns>0; 3 when there is no run with a phase.</returns>
    /// <exception cref="RunFormatException">A run cannot be read.</exception>
    public static int Run(IReadOnlyList<string> paths, ExportFormat format, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(paths);
        ArgumentNullException.ThrowIfNull(output);
        RunRecord[] runs = [.. paths.Select(RunFolder.Read)];
        if (!runs.Any(r => r.Phases.Count > 0))
            return 3;
        output.Write(format switch
        {
            ExportFormat.Hlog => string.Concat(paths.Zip(runs, Hlog)),
            ExportFormat.Hgrm => Hgrm(runs),
            ExportFormat.Csv => CsvText.Write(runs),
            ExportFormat.Bdn => BenchmarkDotNetJson.Write(runs),
            ExportFormat.Go => GoBenchmarkText.Write(runs),
            ExportFormat.Gbench => GoogleBenchmarkJson.Write(runs),
            ExportFormat.Ycsb => string.Concat(runs.Select(YcsbText.Write)),
            _ => throw new ArgumentOutOfRangeException(nameof(format), format, null),
        });
        return 0;
    }

    /// <summary>Adds interval logs up: one line a tag, over the whole time.</summary>
    /// <param name="paths">Interval logs, ours or another's.</param>
    /// <param name="output">Where the merged log goes.</param>
    /// <returns>0; 3 when there is no interval in any of them.</returns>
    /// <exception cref="FormatException">A log cannot be read; the message names file and line.</exception>
    public static int Merge(IReadOnlyList<string> paths, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(paths);
        ArgumentNullException.ThrowIfNull(output);
        var lines = new List<(DateTimeOffset From, IntervalLogLine Line)>();
        foreach (var path in paths)
        {
            try
            {
                using var reader = File.OpenText(path);
                var (started, read) = IntervalLog.Read(reader);
                lines.AddRange(read.Select(l => (started.AddSeconds(l.Start), l)));
            }
            catch (FormatException e)
            {
                throw new FormatException($"{path}: {e.Message}", e);
            }
        }
        if (lines.Count == 0)
            return 3;
        var first = lines.Min(l => l.From);
        var merged = lines.GroupBy(l => l.Line.Tag, StringComparer.Ordinal).Select(group =>
        {
            var sum = new LatencyHistogram();
            foreach (var (_, line) in group)
                sum.Add(line.Histogram);
            var from = (group.Min(l => l.From) - first).TotalSeconds;
            var to = group.Max(l => (l.From - first).TotalSeconds + l.Line.Length);
            return new IntervalLogLine(group.Key, from, to - from, sum);
        });
        output.Write(IntervalLog.Write(first, merged));
        return 0;
    }

    private static string Hlog(string path, RunRecord run)
    {
        var log = Path.Combine(Directory.Exists(path) ? path : Path.GetDirectoryName(path) ?? "",
            RunFolder.LogFileName);
        if (File.Exists(log))
            return File.ReadAllText(log);
        return IntervalLog.Write(run.StartedUtc, run.Phases.Where(p => p.Histogram is not null).Select(p =>
            new IntervalLogLine(p.Name, Math.Max(0, ((p.StartedUtc ?? run.StartedUtc) - run.StartedUtc).TotalSeconds),
                p.Seconds, p.ReadHistogram())));
    }

    private static string Hgrm(RunRecord[] runs)
    {
        var text = new StringBuilder();
        PhaseRecord[] phases =
            [.. runs.SelectMany(r => r.Phases).Where(p => p is { Operations: > 0, Kind: not "prepare" })];
        foreach (var name in phases.Select(p => p.Name).Distinct(StringComparer.Ordinal))
        {
            var sum = new LatencyHistogram();
            foreach (var phase in phases.Where(p => p.Name == name))
                sum.Add(phase.ReadHistogram());
            // One distribution is a whole file to HdrHistogram's plotter; of several, each has its name before it.
            if (phases.Select(p => p.Name).Distinct(StringComparer.Ordinal).Skip(1).Any())
                text.Append("#[").Append(name).Append("]\n");
            text.Append(PercentileText.Write(sum));
        }
        return text.ToString();
    }
}
