using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Statistics;

/// <summary>The Mann-Whitney U test, two-sided: exact up to 20 values a side without ties, else normal with the
/// corrections for ties and continuity.</summary>
public static class MannWhitney
{
    private const int ExactMax = 20;

    /// <summary>The statistic of <paramref name="first"/> and the probability of one at least as extreme when both
    /// sides are alike.</summary>
    /// <exception cref="ArgumentException">A side is empty.</exception>
    public static (double U, double P) Test(IReadOnlyList<double> first, IReadOnlyList<double> second)
    {
        ArgumentNullException.ThrowIfNull(first);
        ArgumentNullException.ThrowIfNull(second);
        if (first.Count == 0 || second.Count == 0)
            throw new ArgumentException("A side without values cannot be compared.");
        var (n, m) = (first.Count, second.Count);
        var (ranks, tieTerm) = Ranks.Of([.. first, .. second]);
        var u = ranks.Take(n).Sum() - (n * (n + 1) / 2.0);
        if (n <= ExactMax && m <= ExactMax && tieTerm == 0)
            return (u, Exact(Math.Min(u, (n * m) - u), n, m));
        var total = n + m;
        var variance = n * m / 12.0 * (total + 1 - (tieTerm / ((double)total * (total - 1))));
        if (variance <= 0)
            return (u, 1);
        var distance = Math.Abs(u - (n * m / 2.0)) - 0.5;
        return (u, Math.Min(1, 2 * Normal.Above(Math.Max(0, distance) / Math.Sqrt(variance))));
    }

    /// <summary>How many of the smallest pairwise differences lie outside a confidence interval on each side.</summary>
    internal static int Outside(int n, int m, double confidence)
    {
        var alpha = 1 - confidence;
        if (n > ExactMax || m > ExactMax)
        {
            var z = Normal.Quantile(1 - (alpha / 2));
            return Math.Max(0, (int)Math.Floor((n * m / 2.0) - (z * Math.Sqrt(n * m * (n + m + 1) / 12.0))));
        }
        var counts = Counts(n, m);
        var all = counts.Sum();
        double below = 0;
        var outside = 0;
        while (outside < counts.Length && (below + counts[outside]) / all <= alpha / 2)
            below += counts[outside++];
        return outside;
    }

    private static double Exact(double smallerU, int n, int m)
    {
        var counts = Counts(n, m);
        var below = counts.Take((int)smallerU + 1).Sum();
        return Math.Min(1, 2 * below / counts.Sum());
    }

    /// <summary>How many orders of n and m values have each U.</summary>
    private static double[] Counts(int n, int m)
    {
        // The generating function is the Gaussian binomial coefficient: product over i of (1 - q^(m+i)) / (1 - q^i).
        var counts = new double[(n * m) + 1];
        counts[0] = 1;
        for (var i = 1; i <= n; i++)
        {
            for (var u = counts.Length - 1; u >= m + i; u--)
                counts[u] -= counts[u - m - i];
            for (var u = i; u < counts.Length; u++)
                counts[u] += counts[u - i];
        }
        return counts;
    }
}
