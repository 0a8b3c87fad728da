using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Statistics;

/// <summary>Ranks from 1, equal values sharing the mean of theirs.</summary>
internal static class Ranks
{
    /// <summary>The ranks in the order of the values, and the sum over ties of t^3 - t.</summary>
    internal static (double[] Ranks, double TieTerm) Of(IReadOnlyList<double> values)
    {
        var order = Enumerable.Range(0, values.Count).ToArray();
        Array.Sort(order, (a, b) => values[a].CompareTo(values[b]));
        var ranks = new double[values.Count];
        double tieTerm = 0;
        for (var from = 0; from < order.Length;)
        {
            var to = from + 1;
            while (to < order.Length && values[order[to]] == values[order[from]])
                to++;
            for (var i = from; i < to; i++)
                ranks[order[i]] = (from + 1 + to) / 2.0;
            double ties = to - from;
            tieTerm += (ties * ties * ties) - ties;
            from = to;
        }
        return (ranks, tieTerm);
    }
}
