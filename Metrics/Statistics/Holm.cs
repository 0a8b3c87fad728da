using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Statistics;

/// <summary>Holm's correction: with many comparisons, some look significant by chance.</summary>
public static class Holm
{
    /// <summary>The corrected probabilities in the order given.</summary>
    public static IReadOnlyList<double> Adjust(IReadOnlyList<double> probabilities)
    {
        ArgumentNullException.ThrowIfNull(probabilities);
        var order = Enumerable.Range(0, probabilities.Count).OrderBy(i => probabilities[i]).ToArray();
        var adjusted = new double[order.Length];
        double largest = 0;
        for (var i = 0; i < order.Length; i++)
        {
            largest = Math.Max(largest, Math.Min(1, probabilities[order[i]] * (order.Length - i)));
            adjusted[order[i]] = largest;
        }
        return adjusted;
    }
}
