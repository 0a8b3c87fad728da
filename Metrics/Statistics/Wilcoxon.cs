using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Statistics;

/// <summary>The Wilcoxon signed-rank test against 0, two-sided: exact up to 25 differences without ties, else normal.
/// Differences of 0 are left out.</summary>
public static class Wilcoxon
{
    private const int ExactMax = 25;

    /// <summary>The sum of the ranks of positive differences and the probability of one at least as extreme when
    /// positive and negative ones are equally likely; 1 when every difference is 0.</summary>
    public static (double W, double P) Test(IReadOnlyList<double> differences)
    {
        ArgumentNullException.ThrowIfNull(differences);
        double[] used = [.. differences.Where(d => d != 0)];
        var n = used.Length;
        if (n == 0)
            return (0, 1);
        var (ranks, tieTerm) = Ranks.Of([.. used.Select(Math.Abs)]);
        var w = ranks.Where((_, i) => used[i] > 0).Sum();
        var total = n * (n + 1) / 2.0;
        if (n <= ExactMax && tieTerm == 0)
        {
            var counts = Counts(n);
            var below = counts.Take((int)Math.Min(w, total - w) + 1).Sum();
            return (w, Math.Min(1, 2 * below / Math.Pow(2, n)));
        }
        var variance = (n * (n + 1) * ((2 * n) + 1) / 24.0) - (tieTerm / 48);
        var distance = Math.Abs(w - (total / 2)) - 0.5;
        return (w, Math.Min(1, 2 * Normal.Above(Math.Max(0, distance) / Math.Sqrt(variance))));
    }

    /// <summary>How many of the smallest Walsh averages lie outside a confidence interval on each side.</summary>
    internal static int Outside(int n, double confidence)
    {
        var alpha = 1 - confidence;
        if (n > ExactMax)
        {
            var z = Normal.Quantile(1 - (alpha / 2));
            return Math.Max(0, (int)Math.Floor(
                (n * (n + 1) / 4.0) - (z * Math.Sqrt(n * (n + 1) * ((2 * n) + 1) / 24.0))));
        }
        var counts = Counts(n);
        double below = 0;
        var outside = 0;
        while (outside < counts.Length && (below + counts[outside]) / Math.Pow(2, n) <= alpha / 2)
            below += counts[outside++];
        return outside;
    }

    private static double[] Counts(int n)
    {
        var counts = new double[(n * (n + 1) / 2) + 1];
        counts[0] = 1;
        for (var rank = 1; rank <= n; rank++)
        {
            for (var w = counts.Length - 1; w >= rank; w--)
                counts[w] += counts[w - rank];
        }

        return counts;
    }
}
