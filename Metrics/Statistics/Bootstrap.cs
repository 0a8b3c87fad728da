using System;
using System.Collections.Generic;

namespace SfPerf.Metrics.Statistics;

/// <summary>Percentile bootstrap with a fixed seed: the same files give the same interval.</summary>
public static class Bootstrap
{
    private const int Resamples = 10_000;
    private const int Seed = 20_261_121;

    /// <summary>The 95 % interval of median(second) / median(first), from 10,000 resamples.</summary>
    public static (double Low, double High) MedianRatio(IReadOnlyList<double> first, IReadOnlyList<double> second)
    {
        ArgumentNullException.ThrowIfNull(first);
        ArgumentNullException.ThrowIfNull(second);
        var random = new Random(Seed);
        var ratios = new double[Resamples];
        var (a, b) = (new double[first.Count], new double[second.Count]);
        for (var i = 0; i < Resamples; i++)
            ratios[i] = Resample(second, b, random) / Resample(first, a, random);
        Array.Sort(ratios);
        return (ratios[(int)(Resamples * 0.025)], ratios[(int)(Resamples * 0.975) - 1]);
    }

    /// <summary>The median.</summary>
    public static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values];
        Array.Sort(sorted);
        return MedianOfSorted(sorted);
    }

    private static double Resample(IReadOnlyList<double> from, double[] into, Random random)
    {
        for (var i = 0; i < into.Length; i++)
            into[i] = from[random.Next(from.Count)];
        Array.Sort(into);
        return MedianOfSorted(into);
    }

    private static double MedianOfSorted(double[] sorted)
    {
        if (sorted.Length == 0)
            throw new ArgumentException("No values have no median.");
        var half = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
