using System;
using System.Collections.Generic;
using SfPerf.Metrics.Results;

namespace SfPerf.Reports.Runs;

/// <summary>
/// Represents one second of a phase; latencies in milliseconds, 0 when nothing succeeded or the second came without its
/// histogram.
/// </summary>
/// <param name="Second">0 for the first.</param>
/// <param name="Operations">Successes.</param>
/// <param name="Failed">Failures.</param>
/// <param name="P50Ms">The median.</param>
/// <param name="P99Ms">The 99th percentile of that second alone, however few its values.</param>
/// <param name="MaxMs">The largest.</param>
public sealed record SecondRecord(int Second, long Operations, long Failed, double P50Ms, double P99Ms, double MaxMs)
{
    /// <summary>Gets the failures by kind; null when there is none, and in runs of earlier versions.</summary>
    public IReadOnlyDictionary<string, long>? Errors { get; init; }

    internal static SecondRecord From(SecondRow row)
    {
        ArgumentNullException.ThrowIfNull(row);
        var latency = row.Latency;
        return new SecondRecord(row.Second, row.Operations, row.Failed,
            latency.ValueAt(50) / 1e6, latency.ValueAt(99) / 1e6, latency.Max / 1e6)
        {
            Errors = row.Errors.Count > 0 ? row.Errors : null,
        };
    }
}
