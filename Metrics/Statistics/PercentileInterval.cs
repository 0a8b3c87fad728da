using System;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Metrics.Statistics;

/// <summary>
/// Determines how sure a percentile is, without any assumption about the distribution: two order statistics around it.
/// It takes operations as independent, so it is the narrowest one might believe.
/// </summary>
public static class PercentileInterval
{
    private const double Z = 1.959963984540054;

    /// <summary>The 95 % interval in nanoseconds; null when the ranks fall outside the sample.</summary>
    public static (long Low, long High)? Of(LatencyHistogram histogram, double percentile)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        var p = percentile / 100;
        var spread = Z * Math.Sqrt(histogram.Count * p * (1 - p));
        var low = (long)Math.Floor((histogram.Count * p) - spread);
        var high = (long)Math.Ceiling((histogram.Count * p) + spread) + 1;
        return low < 1 || high > histogram.Count
            ? null : (histogram.ValueAtRank(low), histogram.ValueAtRank(high));
    }
}
