using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Statistics;

/// <summary>The middle of values; of an even number, the mean of the two in the middle.</summary>
public static class Median
{
    /// <summary>The median.</summary>
    /// <exception cref="ArgumentException">There is no value.</exception>
    public static double Of(IEnumerable<double> values)
    {
        double[] sorted = [.. values];
        Array.Sort(sorted);
        return OfSorted(sorted);
    }

    /// <summary>The median of the values that are known; null when none is.</summary>
    public static double? OfKnown(IEnumerable<double?> values)
    {
        double[] known = [.. values.OfType<double>()];
        return known.Length == 0 ? null : Of(known);
    }

    internal static double OfSorted(double[] sorted)
    {
        if (sorted.Length == 0)
            throw new ArgumentException("No values have no median.", nameof(sorted));
        var half = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
