using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using SfPerf.Metrics.Histograms;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Exports;

/// <summary>Writes runs as other tools read them: a pure function of files.</summary>
public static class RunExport
{
    /// <summary>Writes runs in another format.</summary>
    /// <param name="paths">Run folders or run files; folders of runs are taken apart by the caller.</param>
    /// <param name="format">The format.</param>
    /// <param name="output">Where to.</param>
    /// <param name="phase">The only phase to export; null for all.</param>
    /// <returns>False when no run has such a phase.</returns>
    /// <exception cref="RunFormatException">A run cannot be read.</exception>
    public static bool Run(
        IReadOnlyList<string> paths, ExportFormat format, TextWriter output, string? phase = null)
    {
        ArgumentNullException.ThrowIfNull(paths);
        ArgumentNullException.ThrowIfNull(output);
        (string Path, RunRecord Run)[] found = [.. paths.Select(p => (p, Only(RunFolder.Read(p), phase)))
            .Where(r => r.Item2.Phases.Count > 0)];
        RunRecord[] runs = [.. found.Select(r => r.Run)];
        var anyFigure = format is ExportFormat.Csv or ExportFormat.CsvSeconds or ExportFormat.Hlog or ExportFormat.Ycsb
            ? runs.Length > 0 : runs.Any(r => r.Measured.Any(p => p.Operations > 0));
        if (!anyFigure)
            return false;
        if (format == ExportFormat.Hlog)
        {
            LogExport.Write(found, phase, output);
        }
        else
        {
            output.Write(format switch
            {
                ExportFormat.Hgrm => Hgrm(runs),
                ExportFormat.Csv => CsvText.Write(runs),
                ExportFormat.CsvSeconds => SecondsCsvText.Write(runs),
                ExportFormat.Bdn => BenchmarkDotNetJson.Write(runs),
                ExportFormat.Go => GoBenchmarkText.Write(runs),
                ExportFormat.Gbench => GoogleBenchmarkJson.Write(runs),
                ExportFormat.Ycsb => string.Concat(runs.Select(YcsbText.Write)),
                ExportFormat.CustomBiggerIsBetter => CustomBenchmarkJson.Write(runs, biggerIsBetter: true),
                ExportFormat.CustomSmallerIsBetter => CustomBenchmarkJson.Write(runs, biggerIsBetter: false),
                _ => throw new ArgumentOutOfRangeException(nameof(format), format, null),
            });
        }

        return true;
    }

    private static RunRecord Only(RunRecord run, string? phase) =>
        phase is null ? run : run with { Phases = [.. run.Phases.Where(p => p.Name == phase)] };

    private static string Hgrm(RunRecord[] runs)
    {
        var text = new StringBuilder();
        var phases = runs.SelectMany(r => r.Measured).Where(p => p.Operations > 0)
            .GroupBy(p => p.Name, StringComparer.Ordinal).ToArray();
        foreach (var phase in phases)
        {
            var sum = new LatencyHistogram();
            foreach (var record in phase)
                sum.Add(record.ReadHistogram());
            // One distribution is a whole file to HdrHistogram's plotter; of several, each has its name before it.
            if (phases.Length > 1)
                text.Append("#[").Append(phase.Key).Append("]\n");
            text.Append(PercentileText.Write(sum));
        }
        return text.ToString();
    }
}
