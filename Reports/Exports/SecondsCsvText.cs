using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Exports;

/// <summary>
/// Writes one line a second of each phase, as <see cref="CsvText"/>; each kind of failure that any of the runs met
/// has a column of its own.
/// </summary>
internal static class SecondsCsvText
{
    private static readonly string[] Head =
        ["name", "id", "phase", "second", "startedUtc", "operations", "failed", "p50Ms", "p99Ms", "maxMs"];

    internal static string Write(IReadOnlyList<RunRecord> runs)
    {
        string[] kinds = [.. runs.SelectMany(r => r.Phases).SelectMany(p => p.Errors.Keys).Distinct()
            .Order(StringComparer.Ordinal)];
        var text = new StringBuilder().AppendLine([.. Head, .. kinds.Select(k => $"failed.{k}")]);
        foreach (var run in runs)
        {
            foreach (var phase in run.Phases)
            {
                foreach (var second in phase.PerSecond)
                    text.AppendLine([.. Cells(run, phase, second), .. kinds.Select(k => Count(second, k))]);
            }
        }

        return text.ToString();
    }

    private static IEnumerable<string> Cells(RunRecord run, PhaseRecord phase, SecondRecord second) =>
    [
        run.Name, run.Id, phase.Name, $"{second.Second}",
        phase.StartedUtc is { } started ? CsvText.Text(started.AddSeconds(second.Second)) : "",
        $"{second.Operations}", $"{second.Failed}", Known(second.P50Ms), Known(second.P99Ms), Known(second.MaxMs),
    ];

    private static string Known(double ms) => ms > 0 ? CsvText.Text(ms) : "";

    // Runs of earlier versions tell how many failed in a second, but not how.
    private static string Count(SecondRecord second, string kind) =>
        second.Failed > 0 && second.Errors is null ? "" : $"{second.Errors?.GetValueOrDefault(kind) ?? 0}";
}
