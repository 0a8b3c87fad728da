using System;

namespace SfPerf.Metrics.Statistics;

/// <summary>The normal distribution and Student's t, as far as intervals and tests need them.</summary>
internal static class Normal
{
    /// <summary>The probability of a value above <paramref name="z"/>.</summary>
    internal static double Above(double z) => 0.5 * Erfc(z / Math.Sqrt(2));

    /// <summary>The value below which a share <paramref name="p"/> lies, good to 1e-9.</summary>
    internal static double Quantile(double p)
    {
        if (p is <= 0 or >= 1)
            throw new ArgumentOutOfRangeException(nameof(p), p, "more than 0, less than 1");
        var (low, high) = (-40.0, 40.0);
        for (var i = 0; i < 100; i++)
        {
            var middle = (low + high) / 2;
            if (1 - Above(middle) < p)
                low = middle;
            else
                high = middle;
        }
        return (low + high) / 2;
    }

    /// <summary>Student's t: the value below which a share <paramref name="p"/> lies.</summary>
    internal static double StudentQuantile(double p, int degrees)
    {
        if (degrees < 1)
            throw new ArgumentOutOfRangeException(nameof(degrees), degrees, "at least 1");
        var (low, high) = (-1e4, 1e4);
        for (var i = 0; i < 200; i++)
        {
            var middle = (low + high) / 2;
            if (StudentBelow(middle, degrees) < p)
                low = middle;
            else
                high = middle;
        }
        return (low + high) / 2;
    }

    internal static double StudentBelow(double t, int degrees)
    {
        // For whole degrees of freedom the distribution is a finite sum (Abramowitz and Stegun 26.7.3, 26.7.4).
        var angle = Math.Atan(t / Math.Sqrt(degrees));
        var cosine = Math.Cos(angle);
        double sum;
        if (degrees % 2 == 1)
        {
            var term = cosine;
            var series = degrees == 1 ? 0 : term;
            for (var i = 3; i <= degrees - 2; i += 2)
            {
                term *= cosine * cosine * (i - 1) / i;
                series += term;
            }
            sum = 2 / Math.PI * (angle + (Math.Sin(angle) * series));
        }
        else
        {
            double term = 1;
            double series = 1;
            for (var i = 2; i <= degrees - 2; i += 2)
            {
                term *= cosine * cosine * (i - 1) / i;
                series += term;
            }
            sum = Math.Sin(angle) * series;
        }
        return (1 + sum) / 2;
    }

    /// <summary>The complementary error function, relative error below 1e-10 where it matters.</summary>
    private static double Erfc(double x)
    {
        if (x < 0)
            return 2 - Erfc(-x);
        if (x < 2.5)
        {
            // Taylor series of erf.
            double term = x;
            var sum = x;
            for (var n = 1; Math.Abs(term) > 1e-17 * Math.Abs(sum) && n < 200; n++)
            {
                term *= -x * x / n;
                sum += term / ((2 * n) + 1);
            }
            return 1 - (2 / Math.Sqrt(Math.PI) * sum);
        }
        // Continued fraction, from the far end.
        var fraction = 0.0;
        for (var k = 60; k >= 1; k--)
            fraction = k / 2.0 / (x + fraction);
        return Math.Exp(-x * x) / Math.Sqrt(Math.PI) / (x + fraction);
    }
}
