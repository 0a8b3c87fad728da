using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Statistics;

/// <summary>
/// Determines where warm-up ends in a series of equal intervals, after MSER-5, and how sure the mean of the rest is.
/// </summary>
public static class SteadyWindow
{
    private const int BatchLength = 5;
    private const int BatchesMin = 4;
    private const double CorrelationMax = 0.3;

    /// <summary>The number of leading values to leave out.</summary>
    /// <returns>Null when the series is too short, or its best cut lies at its middle: no steady state.</returns>
    public static int? WarmUp(IReadOnlyList<double> series)
    {
        ArgumentNullException.ThrowIfNull(series);
        // Short series go value by value: a window of a few seconds is better than none.
        var batch = series.Count >= BatchLength * BatchesMin * 2 ? BatchLength : 1;
        var means = Enumerable.Range(0, series.Count / batch)
            .Select(b => Enumerable.Range(b * batch, batch).Average(i => series[i])).ToArray();
        if (means.Length < BatchesMin)
            return null;
        var (best, bestScore) = (0, double.MaxValue);
        for (var cut = 0; cut <= means.Length / 2; cut++)
        {
            var rest = means.AsSpan(cut);
            var mean = Mean(rest);
            double squares = 0;
            foreach (var value in rest)
                squares += (value - mean) * (value - mean);
            var score = squares / ((double)rest.Length * rest.Length);
            if (score < bestScore)
                (best, bestScore) = (cut, score);
        }
        return best == means.Length / 2 && best > 0 ? null : best * batch;
    }

    /// <summary>The 95 % confidence interval of the mean by batch means: values that follow each other are alike, so
    /// they are averaged in batches until the batches are not.</summary>
    /// <returns>Null when fewer than ten batches are left.</returns>
    public static (double Low, double High)? MeanInterval(IReadOnlyList<double> series)
    {
        ArgumentNullException.ThrowIfNull(series);
        for (var length = 1; series.Count / length >= 10; length *= 2)
        {
            var size = length;
            var means = Enumerable.Range(0, series.Count / size)
                .Select(b => Enumerable.Range(b * size, size).Average(i => series[i])).ToArray();
            var mean = Mean(means);
            var variance = means.Sum(m => (m - mean) * (m - mean)) / (means.Length - 1);
            if (variance > 0 && Correlation(means, mean) > CorrelationMax)
                continue;
            var half = Normal.StudentQuantile(0.975, means.Length - 1) * Math.Sqrt(variance / means.Length);
            return (mean - half, mean + half);
        }
        return null;
    }

    private static double Correlation(double[] values, double mean)
    {
        double products = 0;
        double squares = 0;
        for (var i = 0; i < values.Length; i++)
        {
            squares += (values[i] - mean) * (values[i] - mean);
            if (i > 0)
                products += (values[i] - mean) * (values[i - 1] - mean);
        }
        return products / squares;
    }

    private static double Mean(ReadOnlySpan<double> values)
    {
        double sum = 0;
        foreach (var value in values)
            sum += value;
        return sum / values.Length;
    }
}
