using System;
using System.Collections.Generic;

namespace SfPerf.Metrics.Histograms;

/// <summary>The rows of HdrHistogram's percentile distribution: levels that come closer the nearer they are to 100.
/// </summary>
public static class PercentileSteps
{
    /// <summary>The number of buckets of the layout, as foreign tools count them.</summary>
    public static int BucketCount => (HistogramLayout.LengthMax >> HistogramLayout.HalfMagnitude) - 1;

    /// <summary>The number of sub-buckets of the layout.</summary>
    public static int SubBucketCount => HistogramLayout.SubBuckets;

    /// <summary>The rows from the smallest value: top of the bucket, level reached, values up to there.</summary>
    public static IEnumerable<(long Value, double Level, long Count)> Of(
        LatencyHistogram histogram, int ticksPerHalfDistance)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        double level = 0;
        long running = 0;
        long top = 0;
        foreach (var (_, highest, count) in histogram.Buckets())
        {
            running += count;
            top = highest;
            while (100.0 * running / histogram.Count >= level)
            {
                yield return (highest, level, running);
                var halvings = (long)(Math.Log(100.0 / (100.0 - level)) / Math.Log(2));
                level += 100.0 / (ticksPerHalfDistance * (long)Math.Pow(2, halvings + 1));
                if (running == histogram.Count)
                    break;
            }
        }
        if (running > 0)
            yield return (top, 100, running);
    }

    /// <summary>The top of the highest bucket in use.</summary>
    public static long Top(LatencyHistogram histogram)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        return histogram.Count == 0 ? 0 : HistogramLayout.Highest(HistogramLayout.Index(histogram.Max));
    }

    /// <summary>Mean and standard deviation from bucket middles, as foreign tools compute them.</summary>
    public static (double Mean, double Deviation) MeanAndDeviation(LatencyHistogram histogram)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        if (histogram.Count == 0)
            return (0, 0);
        double sum = 0;
        foreach (var (value, count) in histogram.MiddleValues())
            sum += (double)value * count;
        var mean = sum / histogram.Count;
        double squares = 0;
        foreach (var (value, count) in histogram.MiddleValues())
            squares += (value - mean) * (value - mean) * count;
        return (mean, Math.Sqrt(squares / histogram.Count));
    }
}
