using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace SfPerf.Reports.Html.Charts;

/// <summary>One axis of a chart: maps values to pixels and names round ones.</summary>
internal sealed class Axis
{
    private readonly double _low;
    private readonly double _high;
    private readonly double _from;
    private readonly double _to;
    private readonly bool _logarithmic;

    internal Axis(IEnumerable<double> values, double from, double to, bool logarithmic, bool fromZero)
    {
        double[] used = [.. values.Where(v => double.IsFinite(v) && (!logarithmic || v > 0))];
        (_from, _to, _logarithmic) = (from, to, logarithmic);
        var (low, high) = used.Length == 0 ? (logarithmic ? 1.0 : 0.0, logarithmic ? 10.0 : 1.0)
            : (used.Min(), used.Max());
        if (fromZero && !logarithmic)
            low = Math.Min(0, low);
        if (high <= low)
            high = logarithmic ? low * 10 : low + 1;
        (_low, _high) = logarithmic
            ? (Math.Floor(Math.Log10(low)), Math.Ceiling(Math.Log10(high))) : (low, high);
    }

    /// <summary>The pixel of a value, within the axis.</summary>
    internal double At(double value)
    {
        var v = _logarithmic ? (value <= 0 ? _low : Math.Log10(value)) : value;
        return _from + (Math.Clamp((v - _low) / (_high - _low), 0, 1) * (_to - _from));
    }

    /// <summary>Round values with their names.</summary>
    internal IEnumerable<(double Value, string Name)> Ticks()
    {
        if (_logarithmic)
        {
            for (var e = _low; e <= _high; e++)
                yield return (Math.Pow(10, e), Name(Math.Pow(10, e)));
            yield break;
        }
        var step = Math.Pow(10, Math.Floor(Math.Log10((_high - _low) / 4)));
        foreach (var factor in new[] { 1, 2, 5, 10 })
            if ((_high - _low) / (step * factor) <= 6)
            {
                step *= factor;
                break;
            }
        for (var k = (long)Math.Ceiling((_low / step) - 1e-9); k * step <= _high * (1 + 1e-12); k++)
            yield return (k * step, Name(k * step));
    }

    private static string Name(double value) => value >= 10_000
        ? value.ToString("N0", CultureInfo.InvariantCulture)
        : value.ToString("0.######", CultureInfo.InvariantCulture);
}
