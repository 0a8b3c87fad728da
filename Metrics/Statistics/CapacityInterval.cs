using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Metrics.Statistics;

/// <summary>Describes what the tries of a search say together about the largest rate that keeps a promise.</summary>
/// <param name="Kept">The largest rate below <paramref name="Broken"/> at which most tries kept it; 0 when there is
/// none.</param>
/// <param name="Broken">The smallest rate at which most tries broke it; infinite when there is none.</param>
/// <param name="Low">The largest rate up to <paramref name="Kept"/> of which all tries, two at least, kept it; 0 when
/// there is none.</param>
/// <param name="High">The smallest rate from <paramref name="Broken"/> on, above every try that kept it, of which all
/// tries, three at least, broke it; infinite when there is none.</param>
public sealed record CapacityInterval(double Kept, double Broken, double Low, double High)
{
    /// <summary>How many tries of one rate must have kept the promise.</summary>
    public const int KeptMin = 2;

    /// <summary>How many tries of one rate must have broken it: one more, because a machine that stops breaks a promise
    /// that the store would keep, and never the other way round.</summary>
    public const int BrokenMin = 3;

    /// <summary>Gets the width of the interval as a share of its lower end; infinite where an end is not known.
    /// </summary>
    public double Width => Low > 0 ? (High - Low) / Low : double.PositiveInfinity;

    /// <summary>Counts tries, in any order.</summary>
    public static CapacityInterval Of(IEnumerable<(double Rate, bool Kept)> tries)
    {
        CapacityTally[] rates = [.. CapacityTally.Of(tries)];
        var broken = rates.FirstOrDefault(r => r.Broken > r.Kept)?.Rate ?? double.PositiveInfinity;
        var kept = rates.LastOrDefault(r => r.Rate < broken && r.Kept > r.Broken)?.Rate ?? 0;
        var highestKept = rates.LastOrDefault(r => r.Kept > 0)?.Rate ?? 0;
        return new CapacityInterval(kept, broken,
            rates.LastOrDefault(r => r.Rate <= kept && r is { Broken: 0, Kept: >= KeptMin })?.Rate ?? 0,
            rates.FirstOrDefault(r =>
                r.Rate >= broken && r.Rate > highestKept && r is { Kept: 0, Broken: >= BrokenMin })
                ?.Rate ?? double.PositiveInfinity);
    }
}

/// <summary>Counts how the tries of one rate ended.</summary>
/// <param name="Rate">The rate.</param>
/// <param name="Kept">How many kept the promise.</param>
/// <param name="Broken">How many broke it.</param>
internal sealed record CapacityTally(double Rate, int Kept, int Broken)
{
    public int Tries => Kept + Broken;

    public bool IsMixed => Kept > 0 && Broken > 0;

    public static IEnumerable<CapacityTally> Of(IEnumerable<(double Rate, bool Kept)> tries) => tries
        .GroupBy(t => t.Rate, t => t.Kept).OrderBy(g => g.Key)
        .Select(g => new CapacityTally(g.Key, g.Count(k => k), g.Count(k => !k)));
}
