using System;
using System.Globalization;
using System.Text;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Reports.Exports;

/// <summary>Percentile distributions as HdrHistogram's tools print them (<c>.hgrm</c>), in milliseconds.</summary>
public static class PercentileText
{
    private const double NanosecondsPerMillisecond = 1e6;
    private const int TicksPerHalfDistance = 5;

    /// <summary>The distribution, byte for byte what the Java library prints with five ticks a half distance.</summary>
    public static string Write(LatencyHistogram histogram)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        // The library knows bucket tops only, so what it prints of the maximum, mean and deviation comes from buckets.
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture,
            $"{"Value",12} {"Percentile",14} {"TotalCount",10} {"1/(1-Percentile)",14}\n\n");
        foreach (var (value, level, count) in PercentileSteps.Of(histogram, TicksPerHalfDistance))
        {
            text.Append(CultureInfo.InvariantCulture,
                $"{Fixed(value / NanosecondsPerMillisecond, 3),12} {Fixed(level / 100, 12)} {count,10}");
            if (level != 100)
                text.Append(CultureInfo.InvariantCulture, $" {Fixed(1 / (1 - (level / 100)), 2),14}");
            text.Append('\n');
        }
        var (mean, deviation) = PercentileSteps.MeanAndDeviation(histogram);
        text.Append("#[Mean    = ").Append(Fixed(mean / NanosecondsPerMillisecond, 3).PadLeft(12));
        text.Append(", StdDeviation   = ").Append(Fixed(deviation / NanosecondsPerMillisecond, 3).PadLeft(12))
            .Append("]\n");
        text.Append("#[Max     = ");
        text.Append(Fixed(PercentileSteps.Top(histogram) / NanosecondsPerMillisecond, 3).PadLeft(12));
        text.Append(CultureInfo.InvariantCulture, $", Total count    = {histogram.Count,12}]\n");
        text.Append(CultureInfo.InvariantCulture,
            $"#[Buckets = {PercentileSteps.BucketCount,12}, SubBuckets     = {PercentileSteps.SubBucketCount,12}]\n");
        return text.ToString();
    }

    // Java rounds the shortest decimal form half up; .NET rounds the exact binary value. Two rows in a hundred differ.
    private static string Fixed(double value, int digits)
    {
        if (double.IsInfinity(value) || double.IsNaN(value) || Math.Abs(value) > 1e15)
            return value.ToString($"F{digits}", CultureInfo.InvariantCulture);
        var shortest = decimal.Parse(value.ToString("R", CultureInfo.InvariantCulture), NumberStyles.Float,
            CultureInfo.InvariantCulture);
        return decimal.Round(shortest, digits, MidpointRounding.AwayFromZero)
            .ToString($"F{digits}", CultureInfo.InvariantCulture);
    }
}
