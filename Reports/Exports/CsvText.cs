using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Exports;

/// <summary>
/// Writes one line a phase, comma-separated, RFC 4180, invariant culture; empty where a sample does not carry a
/// figure.
/// </summary>
internal static class CsvText
{
    private const string Head = "name,id,startedUtc,status,sdk,runtime,phase,operations,failed,seconds,opsPerSecond,"
        + "meanMs,p50Ms,p90Ms,p99Ms,p999Ms,maxMs,firstOperationMs,outstanding,littleResidual,"
        + "minMs,p9999Ms,offeredRate,lateStarts,serviceP99Ms,steadyOpsPerSecond,steadyP99Ms,noise,commit,nodes,"
        + "replicas,durability,labels,errors\n";

    internal static string Write(IEnumerable<RunRecord> runs)
    {
        var text = new StringBuilder(Head);
        foreach (var run in runs)
        {
            foreach (var phase in run.Phases)
                text.AppendLine(Cells(run, phase));
        }

        return text.ToString();
    }

    /// <summary>Adds cells as one line.</summary>
    internal static StringBuilder AppendLine(this StringBuilder text, IEnumerable<string> cells) =>
        text.AppendJoin(',', cells.Select(Escape)).Append('\n');

    /// <summary>A moment to the second.</summary>
    internal static string Text(DateTimeOffset moment) =>
        moment.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);

    /// <summary>A figure; nothing for none.</summary>
    internal static string Text(double? value) => value?.ToString(CultureInfo.InvariantCulture) ?? "";

    private static IEnumerable<string> Cells(RunRecord run, PhaseRecord phase)
    {
        var ms = phase.LatencyMs;
        var steady = phase.Steady is { Found: true } found ? found : null;
        return
        [
            run.Name, run.Id, Text(run.StartedUtc), run.Status, run.Environment.Sdk ?? "",
            run.Environment.Runtime ?? "", phase.Name, Text(phase.Operations),
            Text(phase.Failed), Text(phase.Seconds), Text(phase.OpsPerSecond), Text(ms.Mean),
            Text(ms.P50), Text(ms.P90), Text(ms.P99), Text(ms.P999), Text(ms.Max), Text(phase.FirstOperationMs),
            Text(phase.Outstanding), Text(phase.LittleResidual), Text(ms.Min), Text(ms.P9999), Text(phase.OfferedRate),
            Text(phase.LateStarts), Text(phase.ServiceMs?.P99), Text(steady?.OpsPerSecond),
            Text(steady?.LatencyMs?.P99), run.Noise?.Verdict ?? "", run.Environment.Commit ?? "",
            Text(run.Cluster?.Nodes), Text(run.Cluster?.Replicas), run.Cluster?.Durability ?? "",
            Pairs(run.Labels?.Select(l => (l.Key, l.Value))),
            Pairs(phase.Errors.Select(e => (e.Key, $"{e.Value}"))),
        ];
    }

    private static string Pairs(IEnumerable<(string Name, string Value)>? pairs) =>
        string.Join(' ', pairs?.Select(p => $"{p.Name}={p.Value}") ?? []);

    private static string Escape(string cell) => cell.AsSpan().IndexOfAny(",\"\r\n") < 0
        ? cell : $"\"{cell.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
}
