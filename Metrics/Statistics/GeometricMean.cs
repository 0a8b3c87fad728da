using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Statistics;

/// <summary>The geometric mean of the ratios of pairs, with Student's interval on logarithms: unlike a rank interval
/// it has finite ends from two pairs on, at the price of taking the logarithms for normal.</summary>
public static class GeometricMean
{
    /// <summary>The ratio second / first of pairs.</summary>
    /// <param name="first">More than 0 each.</param>
    /// <param name="second">As many, more than 0 each.</param>
    /// <param name="confidence">Of the interval.</param>
    /// <returns>With one pair the interval is 0 to infinity.</returns>
    public static RatioEstimate Paired(
        IReadOnlyList<double> first, IReadOnlyList<double> second, double confidence = 0.95)
    {
        ArgumentNullException.ThrowIfNull(first);
        ArgumentNullException.ThrowIfNull(second);
        if (first.Count != second.Count || first.Count == 0)
            throw new ArgumentException($"{first.Count} and {second.Count} values make no pairs.", nameof(second));
        if (first.Concat(second).Any(v => !(v > 0) || double.IsInfinity(v)))
            throw new ArgumentException("A ratio needs values of more than 0.", nameof(first));
        double[] logs = [.. first.Zip(second, (a, b) => Math.Log(b / a))];
        var mean = logs.Average();
        if (logs.Length == 1)
            return new RatioEstimate(Math.Exp(mean), 0, double.PositiveInfinity, 1);
        var degrees = logs.Length - 1;
        var error = Math.Sqrt(logs.Sum(l => (l - mean) * (l - mean)) / degrees / logs.Length);
        var half = Normal.StudentQuantile(1 - ((1 - confidence) / 2), degrees) * error;
        var p = error == 0 ? (mean == 0 ? 1 : 0) : 2 * (1 - Normal.StudentBelow(Math.Abs(mean) / error, degrees));
        return new RatioEstimate(Math.Exp(mean), Math.Exp(mean - half), Math.Exp(mean + half), p);
    }
}
