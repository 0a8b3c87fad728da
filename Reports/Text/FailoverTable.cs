using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Text;

/// <summary>Presents what injected faults did, as tables.</summary>
public static class FailoverTable
{
    internal static readonly string[] OutageHead =
    [
        "event", "events", "outage ms, median", "longest", "quiet ms, longest", "all replicas back s, median",
        "longest", "errors",
    ];

    internal static readonly string[] LatencyHead =
    [
        "latency ms", "p50 before", "during", "after", "p99 before", "during", "after", "max before", "during",
        "after",
    ];

    /// <summary>Writes the tables.</summary>
    public static void Write(FailoverRecord record, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(record);
        ArgumentNullException.ThrowIfNull(output);
        var outages = new TextTable(OutageHead);
        foreach (var row in record.Kinds.Select(k => OutageRow(k, record)))
            outages.Add(row);
        outages.Write(output, leftLast: true);
        output.WriteLine();
        var latencies = new TextTable(LatencyHead);
        foreach (var row in record.Kinds.Select(LatencyRow))
            latencies.Add(row);
        latencies.Write(output);
    }

    internal static string[] OutageRow(FailoverKindRecord kind, FailoverRecord record) =>
    [
        kind.Kind, Figures.Count(kind.Count), Figures.Ms(kind.OutageMedianMs), Figures.Ms(kind.OutageMaxMs),
        Figures.Ms(record.Events.Where(e => e.Kind == kind.Kind).Max(e => e.QuietMs)), Seconds(kind.BackMedianMs),
        Seconds(kind.BackMaxMs), Errors(kind.Errors),
    ];

    internal static string[] LatencyRow(FailoverKindRecord kind)
    {
        LatencyRecord[] windows = [kind.Before, kind.During, kind.After];
        return
        [
            kind.Kind, .. windows.Select(w => Figures.Ms(w.P50)), .. windows.Select(w => Figures.Ms(w.P99)),
            .. windows.Select(w => Figures.Ms(w.Max)),
        ];
    }

    internal static string Seconds(double milliseconds) =>
        (milliseconds / 1000).ToString("0.00", CultureInfo.InvariantCulture);

    internal static string Errors(IReadOnlyDictionary<string, long> errors) => errors.Count == 0 ? "0"
        : string.Join(", ", errors.OrderByDescending(e => e.Value).ThenBy(e => e.Key, StringComparer.Ordinal)
            .Select(e => $"{e.Key} {Figures.Count(e.Value)}"));
}
