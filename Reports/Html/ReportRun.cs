using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Exports;
using SfPerf.Reports.Html.Charts;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Html;

/// <summary>A run of a report.</summary>
/// <param name="Run">Its record.</param>
/// <param name="Folder">Where its interval log lies, if it has one.</param>
internal sealed record ReportRun(RunRecord Run, string Folder)
{
    /// <summary>Gets the side, point or rate that the run was made for; runs of different groups are not summed up
    /// together. Empty where all runs are alike.</summary>
    internal string Group { get; init; } = GroupOf(Run);

    internal string Title => $"{Run.Name} {ShortTitle}".Trim();

    /// <summary>Gets what tells the run from others of its name.</summary>
    internal string ShortTitle => Run.Id
        + (Run.Labels?.GetValueOrDefault("side") is { } side ? $" {side.ToUpperInvariant()}" : "");

    internal IEnumerable<PhaseRecord> Measured => Run.Measured;

    internal static ReportRun Load(string path) => new(
        RunFolder.Read(path), Directory.Exists(path) ? path : Path.GetDirectoryName(path) ?? "");

    /// <summary>What the interval log says of each measured phase. It is read line by line: the histograms of ten
    /// minutes are more than one wants to hold at once.</summary>
    /// <returns>Nothing when there is no log.</returns>
    /// <exception cref="RunFormatException">The log cannot be read.</exception>
    internal IReadOnlyDictionary<string, LatencyGrid> ReadGrids()
    {
        var starts = Measured.ToDictionary(p => p.Name, StartOf, StringComparer.Ordinal);
        var grids = starts.Keys.ToDictionary(name => name, _ => new LatencyGrid(), StringComparer.Ordinal);
        var log = Path.Combine(Folder, RunFolder.LogFileName);
        if (!File.Exists(log))
            return grids;
        try
        {
            using var reader = File.OpenText(log);
            foreach (var line in new IntervalLogReader(reader).Lines())
            {
                if (line.Tag is { } tag && grids.TryGetValue(tag, out var grid))
                    grid.Add((int)Math.Round(line.Start - starts[tag]), line.Histogram);
            }
        }
        catch (FormatException e)
        {
            throw new RunFormatException(log, e.Message);
        }
        return grids;
    }

    private static string GroupOf(RunRecord run)
    {
        var labels = run.Labels ?? new Dictionary<string, string>();
        return labels.TryGetValue("side", out var side) ? side.ToUpperInvariant()
            : labels.TryGetValue("sweep", out var point) ? point
            : !labels.TryGetValue(CapacityRule.Label, out var rate) ? ""
            : rate.All(char.IsAsciiDigit) ? $"{rate}/s" : rate;
    }

    private double StartOf(PhaseRecord phase) =>
        Math.Max(0, ((phase.StartedUtc ?? Run.StartedUtc) - Run.StartedUtc).TotalSeconds);
}
