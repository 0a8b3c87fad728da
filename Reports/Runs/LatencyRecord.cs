using System;
using System.Text.Json.Serialization;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Reports.Runs;

/// <summary>A latency distribution in milliseconds. A percentile is null where fewer than ten values lie above it: the
/// sample does not carry it.</summary>
public sealed record LatencyRecord
{
    internal const double CarriedBy = 10;

    /// <summary>Gets the exact mean.</summary>
    public double Mean { get; init; }

    /// <summary>Gets the exact smallest value.</summary>
    public double Min { get; init; }

    /// <summary>Gets the median.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public double? P50 { get; init; }

    /// <summary>Gets the 90th percentile.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public double? P90 { get; init; }

    /// <summary>Gets the 99th percentile.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public double? P99 { get; init; }

    /// <summary>Gets the 99.9th percentile.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public double? P999 { get; init; }

    /// <summary>Gets the 99.99th percentile.</summary>
    public double? P9999 { get; init; }

    /// <summary>Gets the exact largest value.</summary>
    public double Max { get; init; }

    /// <summary>The record of a histogram.</summary>
    public static LatencyRecord From(LatencyHistogram histogram)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        return new LatencyRecord
        {
            Mean = histogram.Mean / 1e6,
            Min = histogram.Min / 1e6,
            P50 = Carried(histogram, 50),
            P90 = Carried(histogram, 90),
            P99 = Carried(histogram, 99),
            P999 = Carried(histogram, 99.9),
            P9999 = Carried(histogram, 99.99),
            Max = histogram.Max / 1e6,
        };
    }

    /// <summary>The percentile in milliseconds, or null where the sample does not carry it.</summary>
    public static double? Carried(LatencyHistogram histogram, double percentile)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        return Math.Round(histogram.Count * (100 - percentile) / 100, 6) >= CarriedBy
            ? histogram.ValueAt(percentile) / 1e6 : null;
    }
}
