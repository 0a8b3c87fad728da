using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Statistics;

/// <summary>The universal scalability law, X(N) = gamma N / (1 + alpha (N - 1) + beta N (N - 1)), fitted by least
/// squares.
/// </summary>
/// <param name="Gamma">Operations a second at N = 1.</param>
/// <param name="Alpha">Contention.</param>
/// <param name="Beta">Coherency.</param>
public sealed record ScalabilityFit(double Gamma, double Alpha, double Beta)
{
    /// <summary>Gets the load with the highest rate; null when the rate never falls.</summary>
    public double? Peak => Beta > 1e-9 && Alpha < 1 ? Math.Sqrt((1 - Alpha) / Beta) : null;

    /// <summary>The rate at a load.</summary>
    public double RateAt(double n) => Gamma * n / (1 + (Alpha * (n - 1)) + (Beta * n * (n - 1)));

    /// <summary>Fits the law to at least three loads.</summary>
    /// <returns>Null with fewer loads, or when no law of this form fits.</returns>
    public static ScalabilityFit? Of(IReadOnlyList<(double Load, double Rate)> points)
    {
        ArgumentNullException.ThrowIfNull(points);
        (double Load, double Rate)[] used = [.. points.Where(p => p is { Load: > 0, Rate: > 0 })];
        if (used.Select(p => p.Load).Distinct().Count() < 3)
            return null;
        // N / X is linear in (1, N - 1, N (N - 1)) with coefficients (1, alpha, beta) / gamma. Weights X / N make the
        // squares relative ones.
        var best = Solve(used, withBeta: true);
        if (best is null || best.Beta < 0)
            best = Solve(used, withBeta: false);
        return best is { Gamma: > 0, Alpha: >= 0 } ? best : null;
    }

    private static ScalabilityFit? Solve((double Load, double Rate)[] points, bool withBeta)
    {
        var size = withBeta ? 3 : 2;
        var matrix = new double[size, size + 1];
        foreach (var (n, x) in points)
        {
            double[] terms = [x / n, (n - 1) * x / n, n * (n - 1) * x / n];
            for (var i = 0; i < size; i++)
            {
                for (var j = 0; j < size; j++)
                    matrix[i, j] += terms[i] * terms[j];
                matrix[i, size] += terms[i];
            }
        }
        if (!Eliminate(matrix, size) || matrix[0, size] <= 0)
            return null;
        var gamma = 1 / matrix[0, size];
        return new ScalabilityFit(gamma, matrix[1, size] * gamma, withBeta ? matrix[2, size] * gamma : 0);
    }

    private static bool Eliminate(double[,] matrix, int size)
    {
        for (var i = 0; i < size; i++)
        {
            var pivot = Enumerable.Range(i, size - i).MaxBy(r => Math.Abs(matrix[r, i]));
            if (Math.Abs(matrix[pivot, i]) < 1e-300)
                return false;
            for (var j = 0; j <= size; j++)
                (matrix[i, j], matrix[pivot, j]) = (matrix[pivot, j], matrix[i, j]);
            for (var r = 0; r < size; r++)
            {
                if (r == i)
                    continue;
                var factor = matrix[r, i] / matrix[i, i];
                for (var j = i; j <= size; j++)
                    matrix[r, j] -= factor * matrix[i, j];
            }
        }
        for (var i = 0; i < size; i++)
            matrix[i, size] /= matrix[i, i];
        return true;
    }
}
