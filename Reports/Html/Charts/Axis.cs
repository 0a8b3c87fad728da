using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace SfPerf.Reports.Html.Charts;

/// <summary>Represents one axis of a chart: maps values to pixels and names round ones.</summary>
internal sealed class Axis
{
    private const int TicksMax = 6;
    private const double RatioMin = 4;
    private static readonly double[] Steps = [1, 2, 5, 10];
    private readonly double _low;
    private readonly double _high;
    private readonly double _from;
    private readonly double _to;
    private readonly bool _logarithmic;
    private readonly bool _whole;

    private Axis(double low, double high, double from, double to, bool logarithmic, bool whole) =>
        (_low, _high, _from, _to, _logarithmic, _whole) = (low, high, from, to, logarithmic, whole);

    /// <summary>An axis of equal steps.</summary>
    /// <param name="values">What it must hold.</param>
    /// <param name="from">The pixel of its low end.</param>
    /// <param name="to">The pixel of its high end.</param>
    /// <param name="fromZero">Whether it begins at 0.</param>
    /// <param name="whole">Whether only whole numbers are named.</param>
    internal static Axis Linear(
        IEnumerable<double> values, double from, double to, bool fromZero, bool whole = false)
    {
        double[] used = [.. values.Where(double.IsFinite)];
        var (low, high) = used.Length == 0 ? (0.0, 1.0) : (used.Min(), used.Max());
        if (fromZero)
            low = Math.Min(0, low);
        return new Axis(low, high > low ? high : low + 1, from, to, logarithmic: false, whole);
    }

    /// <summary>An axis of equal ratios that ends at round numbers; of equal steps from 0 when the values are so close
    /// that ratios would show nothing but noise. Values of 0 and less lie at its low end.</summary>
    internal static Axis Logarithmic(IEnumerable<double> values, double from, double to)
    {
        double[] used = [.. values.Where(v => double.IsFinite(v) && v > 0)];
        if (used.Length > 0 && used.Max() / used.Min() < RatioMin)
            return Linear(used, from, to, fromZero: true);
        var (low, high) = used.Length == 0 ? (1.0, 10.0) : (RoundDown(used.Min()), RoundUp(used.Max()));
        if (high <= low)
            high = RoundUp(low * 1.1);
        return new Axis(Math.Log10(low), Math.Log10(high), from, to, logarithmic: true, whole: false);
    }

    /// <summary>The pixel of a value, within the axis.</summary>
    internal double At(double value)
    {
        var v = _logarithmic ? (value <= 0 ? _low : Math.Log10(value)) : value;
        return _from + (Math.Clamp((v - _low) / (_high - _low), 0, 1) * (_to - _from));
    }

    /// <summary>Round values with their names.</summary>
    internal IEnumerable<(double Value, string Name)> Ticks() =>
        (_logarithmic ? Decades() : Even()).Select(v => (v, Name(v)));

    private IEnumerable<double> Even()
    {
        var step = Math.Pow(10, Math.Floor(Math.Log10((_high - _low) / 4)));
        step *= Steps.FirstOrDefault(s => (_high - _low) / (step * s) <= TicksMax, 10);
        if (_whole)
            step = Math.Max(1, step);
        for (var k = (long)Math.Ceiling((_low / step) - 1e-9); k * step <= _high + (step * 1e-9); k++)
            yield return k * step;
    }

    private IEnumerable<double> Decades()
    {
        var decades = _high - _low;
        double[] between = decades <= 2.5 ? [1, 2, 5] : [1];
        var every = decades > 2 * TicksMax ? 3 : decades > TicksMax ? 2 : 1;
        for (var e = (int)Math.Floor(_low + 1e-9); e <= _high + 1e-9; e++)
        {
            foreach (var factor in between)
            {
                var value = factor * Math.Pow(10, e);
                if (e % every == 0 && Math.Log10(value) >= _low - 1e-9 && Math.Log10(value) <= _high + 1e-9)
                    yield return value;
            }
        }
    }

    private static double RoundDown(double value)
    {
        var decade = Math.Pow(10, Math.Floor(Math.Log10(value)));
        return decade * Steps.Last(s => s * decade <= value * (1 + 1e-9));
    }

    private static double RoundUp(double value)
    {
        var decade = Math.Pow(10, Math.Floor(Math.Log10(value)));
        return decade * Steps.First(s => s * decade >= value * (1 - 1e-9));
    }

    private static string Name(double value) => Math.Abs(value) switch
    {
        >= 1e6 => (value / 1e6).ToString("#,0.##", CultureInfo.InvariantCulture) + " M",
        >= 1000 => value.ToString("N0", CultureInfo.InvariantCulture),
        _ => value.ToString("0.######", CultureInfo.InvariantCulture),
    };
}
