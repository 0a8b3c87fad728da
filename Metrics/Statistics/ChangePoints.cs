using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Statistics;

/// <summary>Changes in a long series, after Hunter: divisive energy statistics (Q) in overlapping windows find weak
/// candidates, a t-test judges them, and the weakest are taken back until all are strong. Deterministic.</summary>
public static class ChangePoints
{
    private const int UsualWindow = 50;

    /// <summary>Finds the changes.</summary>
    /// <param name="series">In the order of time.</param>
    /// <param name="maxP">The largest probability of a change that is kept; 0.001 unless set.</param>
    /// <param name="minMagnitude">The smallest change that is kept, as a share; 0 for any.</param>
    /// <param name="window">The values that are looked at together; 50 unless set.</param>
    public static IReadOnlyList<ChangePoint> Of(
        IReadOnlyList<double> series, double maxP = 0.001, double minMagnitude = 0, int window = UsualWindow)
    {
        ArgumentNullException.ThrowIfNull(series);
        ArgumentOutOfRangeException.ThrowIfLessThan(window, 2);
        double[] values = [.. series];
        var indexes = new SortedSet<int>();
        for (var start = 0; start < values.Length;)
        {
            var found = Split(values, start, Math.Min(start + window, values.Length), WeakP(maxP));
            indexes.UnionWith(found);
            start = Math.Max(found.Count > 0 ? found.Max : 0, start + (window / 2));
        }
        return Merge(values, indexes, maxP, minMagnitude);
    }

    /// <summary>The probability at which a change is a candidate, as Hunter relaxes it.</summary>
    private static double WeakP(double maxP) => maxP < 0.05 ? maxP * 10 : maxP < 0.5 ? maxP * 2 : maxP;

    /// <summary>Splits a window at its strongest change, then again, until no change in it is significant.</summary>
    private static SortedSet<int> Split(double[] values, int start, int end, double maxP)
    {
        var cuts = new SortedSet<int>();
        while (true)
        {
            int[] edges = [start, .. cuts, end];
            var best = edges.Zip(edges.Skip(1), (from, to) => Candidate(values, from, to)).MaxBy(c => c.Q);
            if (best.Q <= 0 || !cuts.Add(best.Index))
                return cuts;
            if (At(values, best.Index, Before(edges, best.Index), After(edges, best.Index)).P <= maxP)
                continue;
            cuts.Remove(best.Index);
            return cuts;
        }
    }

    /// <summary>The cut and the end after it that are farthest apart in energy.</summary>
    private static (int Index, double Q) Candidate(double[] values, int from, int to)
    {
        var (index, highest) = (from, 0.0);
        for (var cut = from + 1; cut < to; cut++)
        {
            // Sums of distances: between the sides, within the left, within the right; the right grows value by value.
            var left = cut - from;
            double within = 0;
            for (var i = from; i < cut; i++)
            {
                for (var j = i + 1; j < cut; j++)
                    within += Math.Abs(values[i] - values[j]);
            }

            double between = 0;
            double right = 0;
            for (var end = cut; end < to; end++)
            {
                for (var i = from; i < cut; i++)
                    between += Math.Abs(values[i] - values[end]);
                for (var i = cut; i < end; i++)
                    right += Math.Abs(values[i] - values[end]);
                var n = end - cut + 1;
                var q = (double)left * n / (left + n) * ((2 * between / ((double)left * n))
                    - MeanDistance(within, left) - MeanDistance(right, n));
                if (q > highest)
                    (index, highest) = (cut, q);
            }
        }
        return (index, highest);
    }

    private static double MeanDistance(double sum, int values) =>
        values == 1 ? 0 : 2 * sum / ((double)values * (values - 1));

    private static ChangePoint[] Merge(double[] values, SortedSet<int> indexes, double maxP, double minMagnitude)
    {
        while (true)
        {
            int[] edges = [0, .. indexes, values.Length];
            ChangePoint[] points = [.. indexes.Select(i => At(values, i, Before(edges, i), After(edges, i)))];
            if (points.Length == 0)
                return points;
            var weakest = points.MaxBy(p => p.P)!;
            if (weakest.P < maxP)
            {
                weakest = points.MinBy(Magnitude)!;
                if (Magnitude(weakest) > minMagnitude)
                    return points;
            }
            indexes.Remove(weakest.Index);
        }
    }

    private static double Magnitude(ChangePoint point) =>
        Math.Max(Math.Abs(point.Ratio - 1), Math.Abs((1 / point.Ratio) - 1));

    private static int Before(int[] edges, int index) => edges.Where(e => e < index).Max();

    private static int After(int[] edges, int index) => edges.Where(e => e > index).Min();

    /// <summary>Student's two-sided t-test of the values before and after, with one variance for both: as Hunter has
    /// it, from the spread of each side about its own mean, divided by n and not by n - 1.</summary>
    private static ChangePoint At(double[] values, int index, int from, int to)
    {
        var (a, b) = (values[from..index], values[index..to]);
        var (before, after) = (a.Average(), b.Average());
        var degrees = a.Length + b.Length - 2;
        if (degrees < 1)
            return new ChangePoint(index, before, after, 1);
        var variance = (((a.Length - 1) * Variance(a, before)) + ((b.Length - 1) * Variance(b, after))) / degrees;
        var error = Math.Sqrt(variance * ((1.0 / a.Length) + (1.0 / b.Length)));
        if (error == 0)
            return new ChangePoint(index, before, after, before == after ? 1 : 0);
        var p = 2 * (1 - Normal.StudentBelow(Math.Abs(after - before) / error, degrees));
        return new ChangePoint(index, before, after, p);
    }

    private static double Variance(double[] values, double mean) => values.Average(v => (v - mean) * (v - mean));
}

/// <summary>A place in a series from which on values are others than before.</summary>
/// <param name="Index">The first value after the change.</param>
/// <param name="Before">The mean of the values since the change before.</param>
/// <param name="After">The mean of the values until the next change.</param>
/// <param name="P">The probability of such a difference of means by chance.</param>
public sealed record ChangePoint(int Index, double Before, double After, double P)
{
    /// <summary>Gets after / before.</summary>
    public double Ratio => After / Before;
}
