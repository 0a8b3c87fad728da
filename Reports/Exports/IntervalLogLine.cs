using SfPerf.Metrics.Histograms;

namespace SfPerf.Reports.Exports;

/// <summary>One interval of a log.</summary>
/// <param name="Tag">What was measured; null for none.</param>
/// <param name="Start">Seconds since the log's start.</param>
/// <param name="Length">Seconds.</param>
/// <param name="Histogram">The values of the interval.</param>
public sealed record IntervalLogLine(string? Tag, double Start, double Length, LatencyHistogram Histogram);
