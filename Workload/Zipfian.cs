using System;

namespace SfPerf.Workload;

/// <summary>YCSB's zipfian numbers (Gray et al., theta 0.99): 0 is the most frequent.</summary>
internal sealed class Zipfian
{
    private const double Theta = 0.99;
    private const long ScrambledItems = 10_000_000_000;
    private const double ScrambledZeta = 26.46902820178302;
    private readonly double _items;
    private readonly double _zeta;
    private readonly double _alpha = 1 / (1 - Theta);
    private readonly double _eta;
    private readonly double _second = 1 + Math.Pow(0.5, Theta);

    internal Zipfian(long items)
        : this(items, Zeta(items))
    {
    }

    private Zipfian(long items, double zeta)
    {
        (_items, _zeta) = (items, zeta);
        _eta = (1 - Math.Pow(2.0 / items, 1 - Theta)) / (1 - (Zeta(2) / zeta));
    }

    /// <summary>The distribution YCSB scrambles: over ten thousand million items, whatever the real number.</summary>
    internal static Zipfian Scrambled { get; } = new(ScrambledItems, ScrambledZeta);

    /// <summary>The number for <paramref name="u"/>, evenly from 0 to less than 1.</summary>
    internal long Next(double u)
    {
        var uz = u * _zeta;
        if (uz < 1)
            return 0;
        if (uz < _second)
            return 1;
        var value = (long)(_items * Math.Pow((_eta * u) - _eta + 1, _alpha));
        return Math.Min(value, (long)_items - 1);
    }

    /// <summary>YCSB's FNV-1a hash of a number, made positive as it makes it.</summary>
    internal static long Fnv(long value)
    {
        var hash = 0xCBF29CE484222325;
        for (var i = 0; i < 8; i++)
        {
            hash ^= (ulong)value & 0xff;
            hash *= 1099511628211;
            value >>= 8;
        }
        var signed = (long)hash;
        return signed == long.MinValue ? 0 : Math.Abs(signed);
    }

    private static double Zeta(long items)
    {
        double sum = 0;
        for (var i = 1L; i <= items; i++)
            sum += 1 / Math.Pow(i, Theta);
        return sum;
    }
}
