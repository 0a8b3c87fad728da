using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Statistics;

/// <summary>The ratio of two samples of positive values: Hodges and Lehmann's estimate on logarithms, with the interval
/// that belongs to the rank test, so that interval and test agree.</summary>
public static class HodgesLehmann
{
    /// <summary>The ratio of unpaired samples: the median of all second / first.</summary>
    public static RatioEstimate Unpaired(
        IReadOnlyList<double> first, IReadOnlyList<double> second, double confidence = 0.95)
    {
        RequirePositive(first);
        RequirePositive(second);
        var differences = new double[first.Count * second.Count];
        for (var i = 0; i < first.Count; i++)
        {
            for (var j = 0; j < second.Count; j++)
                differences[(i * second.Count) + j] = Math.Log(second[j] / first[i]);
        }

        Array.Sort(differences);
        return Estimate(differences, MannWhitney.Outside(first.Count, second.Count, confidence),
            MannWhitney.Test(first, second).P);
    }

    /// <summary>The ratio of pairs: the median of the means of all two pairs' log ratios.</summary>
    public static RatioEstimate Paired(
        IReadOnlyList<double> first, IReadOnlyList<double> second, double confidence = 0.95)
    {
        RequirePositive(first);
        RequirePositive(second);
        if (first.Count != second.Count)
            throw new ArgumentException($"{first.Count} and {second.Count} values make no pairs.", nameof(second));
        double[] logs = [.. first.Zip(second, (a, b) => Math.Log(b / a))];
        var walsh = new List<double>(logs.Length * (logs.Length + 1) / 2);
        for (var i = 0; i < logs.Length; i++)
        {
            for (var j = i; j < logs.Length; j++)
                walsh.Add((logs[i] + logs[j]) / 2);
        }

        walsh.Sort();
        return Estimate([.. walsh], Wilcoxon.Outside(logs.Length, confidence), Wilcoxon.Test(logs).P);
    }

    private static RatioEstimate Estimate(double[] sorted, int outside, double p)
    {
        var median = Median.OfSorted(sorted);
        return outside == 0
            ? new RatioEstimate(Math.Exp(median), 0, double.PositiveInfinity, p)
            : new RatioEstimate(Math.Exp(median), Math.Exp(sorted[outside - 1]), Math.Exp(sorted[^outside]), p);
    }

    private static void RequirePositive(IReadOnlyList<double> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        if (values.Count == 0 || values.Any(v => !(v > 0) || double.IsInfinity(v)))
            throw new ArgumentException("A ratio needs at least one value a side, all more than 0.", nameof(values));
    }
}

/// <summary>Describes how much larger one side is than the other.</summary>
/// <param name="Ratio">The estimate of second / first.</param>
/// <param name="Low">The lower end of the confidence interval; 0 when the sample is too small for one.</param>
/// <param name="High">The upper end; infinite when the sample is too small for one.</param>
/// <param name="P">The probability of a difference at least as large when there is none.</param>
public sealed record RatioEstimate(double Ratio, double Low, double High, double P);
