using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Exports;

/// <summary>The interval logs of runs as one: a reader adds up what has the same tag.</summary>
internal static class LogExport
{
    internal static void Write(IReadOnlyList<(string Path, RunRecord Run)> runs, string? phase, TextWriter output)
    {
        if (runs.Count == 1 && phase is null && LogOf(runs[0].Path) is { } only)
        {
            output.Write(File.ReadAllText(only));
            return;
        }
        var first = runs.Min(r => r.Run.StartedUtc);
        output.Write(IntervalLog.Head(first));
        foreach (var (path, run) in runs.OrderBy(r => r.Run.StartedUtc))
        {
            foreach (var line in Lines(path, run).Where(l => phase is null || IsOf(phase, l.Tag)))
            {
                output.Write(IntervalLog.Text(
                    line with { Start = line.Start + (run.StartedUtc - first).TotalSeconds }));
            }
        }
    }

    private static string? LogOf(string path)
    {
        var log = Path.Combine(Directory.Exists(path) ? path : Path.GetDirectoryName(path) ?? "",
            RunFolder.LogFileName);
        return File.Exists(log) ? log : null;
    }

    private static bool IsOf(string phase, string? tag) =>
        tag == phase || (tag?.StartsWith(phase + ".", StringComparison.Ordinal) ?? false);

    private static IEnumerable<IntervalLogLine> Lines(string path, RunRecord run)
    {
        if (LogOf(path) is { } log)
        {
            using var reader = File.OpenText(log);
            foreach (var line in new IntervalLogReader(reader).Lines())
                yield return line;
            yield break;
        }
        foreach (var phase in run.Phases.Where(p => p.Histogram is not null))
        {
            yield return new IntervalLogLine(phase.Name,
                Math.Max(0, ((phase.StartedUtc ?? run.StartedUtc) - run.StartedUtc).TotalSeconds), phase.Seconds,
                phase.ReadHistogram());
        }
    }
}
