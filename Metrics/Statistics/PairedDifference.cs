using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Statistics;

/// <summary>The mean of the differences of pairs, with Student's interval: for effects that add a time, where a ratio
/// depends on what the time is added to.</summary>
public static class PairedDifference
{
    /// <summary>The difference second - first of pairs.</summary>
    /// <param name="first">The values from which the differences count.</param>
    /// <param name="second">As many.</param>
    /// <param name="confidence">Of the interval.</param>
    /// <returns>With one pair the interval has no ends.</returns>
    public static DifferenceEstimate Of(
        IReadOnlyList<double> first, IReadOnlyList<double> second, double confidence = 0.95)
    {
        ArgumentNullException.ThrowIfNull(first);
        ArgumentNullException.ThrowIfNull(second);
        if (first.Count != second.Count || first.Count == 0)
            throw new ArgumentException($"{first.Count} and {second.Count} values make no pairs.", nameof(second));
        double[] differences = [.. first.Zip(second, (a, b) => b - a)];
        var mean = differences.Average();
        if (differences.Length == 1)
            return new DifferenceEstimate(mean, double.NegativeInfinity, double.PositiveInfinity);
        var degrees = differences.Length - 1;
        var error = Math.Sqrt(differences.Sum(d => (d - mean) * (d - mean)) / degrees / differences.Length);
        var half = Normal.StudentQuantile(1 - ((1 - confidence) / 2), degrees) * error;
        return new DifferenceEstimate(mean, mean - half, mean + half);
    }
}

/// <summary>A difference and its interval, in the unit of the values.</summary>
public sealed record DifferenceEstimate(double Mean, double Low, double High);
