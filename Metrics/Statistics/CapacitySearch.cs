using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Statistics;

/// <summary>Searches the largest rate that still satisfies a bound. It doubles the rate until a try fails and halves
/// the gap until it is small; then it tries both ends of the gap again, and goes on below or above where they end
/// otherwise than before. Rates are whole numbers. Decides only; others measure.</summary>
public sealed class CapacitySearch
{
    /// <summary>The most tries of one search.</summary>
    public const int TriesMax = 40;

    /// <summary>The width of the interval, in tolerances, beyond which tries contradict each other.</summary>
    public const int WidthMax = 3;

    private readonly double _tolerance;
    private readonly double _lowest;
    private readonly double _highest;
    private readonly List<(double Rate, bool Kept)> _tries = [];

    /// <summary>Makes a search.</summary>
    /// <param name="from">The first rate.</param>
    /// <param name="highest">The highest rate that is tried.</param>
    /// <param name="tolerance">The share of the rate at which the gap is small enough.</param>
    /// <param name="lowest">The lowest rate that is tried, unless the first one is below it.</param>
    public CapacitySearch(double from, double highest, double tolerance, double lowest = 1)
    {
        if (!(from > 0) || !(highest >= from))
            throw new ArgumentOutOfRangeException(nameof(from), from, $"more than 0, at most {highest}");
        if (tolerance is <= 0 or >= 1)
            throw new ArgumentOutOfRangeException(nameof(tolerance), tolerance, "more than 0, less than 1");
        (_tolerance, _highest, Rate) = (tolerance, Math.Floor(highest), Math.Max(1, Math.Round(from)));
        _lowest = Math.Min(Rate, Math.Max(1, Math.Ceiling(lowest)));
    }

    /// <summary>Gets the rate to try next.</summary>
    public double Rate { get; private set; }

    /// <summary>Gets whether the search has ended.</summary>
    public bool Ended { get; private set; }

    /// <summary>Gets what the tries say so far.</summary>
    public CapacityInterval Found => CapacityInterval.Of(_tries);

    /// <summary>Gets the number of tries so far.</summary>
    public int Tries => _tries.Count;

    /// <summary>Gets whether the tries agree: the search has ended, and its interval is narrow, or the highest rate
    /// passed, or none did.</summary>
    public bool Agrees => Ended && Found is var found
        && (found.Width <= WidthMax * _tolerance || IsWhole(found)
            || (found is { Kept: 0, High: < double.PositiveInfinity })
            || (double.IsInfinity(found.Broken) && found.Low >= _highest));

    /// <summary>Gets about how many tries are left; null while only one end of the gap is known.</summary>
    public int? TriesLeft
    {
        get
        {
            var found = Found;
            if (found.Kept == 0 || double.IsInfinity(found.Broken))
                return null;
            return Ended ? 0 : Math.Max(1,
                (int)Math.Ceiling(Math.Max(0, Math.Log2((found.Broken - found.Kept) / found.Kept / _tolerance)))
                + (found.Low < found.Kept ? 1 : 0) + (found.High > found.Broken
                    ? Math.Max(1, CapacityInterval.BrokenMin - _tries.Count(t => t.Rate == found.Broken)) : 0));
        }
    }

    /// <summary>Takes the outcome of one try at <see cref="Rate"/>.</summary>
    public void Report(bool passed)
    {
        if (Ended)
            throw new InvalidOperationException("The search has ended.");
        _tries.Add((Rate, passed));
        var next = _tries.Count < TriesMax ? Next() : null;
        (Ended, Rate) = (next is null, next ?? Rate);
    }

    private double? Next()
    {
        CapacityTally[] rates = [.. CapacityTally.Of(_tries)];
        if (rates.FirstOrDefault(r => r.Kept == r.Broken) is { } tie)
            return tie.Rate;
        var found = Found;
        if (double.IsInfinity(found.Broken))
        {
            return found.Kept < _highest ? Math.Min(found.Kept * 2, _highest)
                : Again(rates, found.Kept, CapacityInterval.KeptMin);
        }

        if (found.Kept == 0)
        {
            // Even the first rate was too much: go down, but not for ever.
            return found.Broken > _lowest ? Math.Max(_lowest, Math.Floor(found.Broken / 2))
                : Again(rates, found.Broken, CapacityInterval.BrokenMin);
        }

        var middle = Math.Floor((found.Kept + found.Broken) / 2);
        if ((found.Broken - found.Kept) / found.Kept > _tolerance && middle > found.Kept)
            return middle;
        return Again(rates, found.Broken, CapacityInterval.BrokenMin)
            ?? Again(rates, found.Kept, CapacityInterval.KeptMin) ?? Beyond(rates, found);
    }

    // A rate is tried again before it decides.
    private static double? Again(CapacityTally[] rates, double rate, int tries) =>
        rates.First(r => r.Rate == rate).Tries < tries ? rate : null;

    // Where the tries of an end disagree, the interval reaches to the next rate at which they agree.
    private double? Beyond(CapacityTally[] rates, CapacityInterval found)
    {
        if (IsWhole(found))
            return null;
        if (found.Low == 0 || found.Kept / found.Low > 1 + (WidthMax * _tolerance))
            return Below(rates, found.Kept);
        if (double.IsInfinity(found.High))
            return Above(rates, found.Broken);
        return null;
    }

    private double? Below(CapacityTally[] rates, double rate)
    {
        var end = rate / (1 + (WidthMax * _tolerance));
        var mixed = rates.Where(r => r.IsMixed && r.Rate <= rate && r.Rate >= end).Min(r => (double?)r.Rate) ?? rate;
        if (rates.LastOrDefault(r => r.Rate < mixed && r.Rate >= end && r is { Broken: 0, Kept: 1 }) is { } once)
            return once.Rate;
        var lower = Math.Floor(mixed / (1 + _tolerance));
        return lower >= Math.Max(_lowest, end) ? lower : null;
    }

    private double? Above(CapacityTally[] rates, double rate)
    {
        var end = rate * (1 + (WidthMax * _tolerance));
        var mixed = Math.Max(rate, rates.Where(r => r.Kept > 0).Max(r => r.Rate));
        if (rates.FirstOrDefault(r => r.Rate > mixed && r.Rate <= end
            && r is { Kept: 0, Broken: < CapacityInterval.BrokenMin }) is { } once)
        {
            return once.Rate;
        }

        var higher = Math.Ceiling(mixed * (1 + _tolerance));
        return higher <= Math.Min(_highest, end) ? higher : null;
    }

    // Neighbouring whole numbers cannot be told apart any further, however large a share of the rate one is.
    private static bool IsWhole(CapacityInterval found) => found.Low > 0 && found.High - found.Low <= 1;
}
