using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Machine;
using SfPerf.Metrics.Statistics;

namespace SfPerf.Reports.Comparison;

/// <summary>Represents one try of a rate.</summary>
/// <param name="Rate">Operations a second.</param>
/// <param name="Objection">Why it did not keep the promise; null when it did.</param>
/// <param name="Noise">What was said of the machine; null when it was not judged.</param>
public sealed record CapacityTried(long Rate, string? Objection, string? Noise)
{
    /// <summary>Gets why the driver was at its limit; empty when it was not.</summary>
    public IReadOnlyList<string> DriverLimits { get; init; } = [];
}

/// <summary>Describes what a search found.</summary>
/// <param name="Kept">The largest rate that kept the promise; null when none did.</param>
/// <param name="Broken">The smallest rate above it that broke it; null when none did.</param>
/// <param name="Low">The lower end of the interval that the tries leave; null when there is none.</param>
/// <param name="High">Its upper end; null when there is none.</param>
/// <param name="Ended">Whether the search came to its end.</param>
/// <param name="DriverWasTheLimit">Whether the driver was at its limit where the promise was broken.</param>
/// <param name="IsDecided">Whether this is an answer about the store.</param>
/// <param name="Reason">All of it in words.</param>
public sealed record CapacityAnswer(double? Kept, double? Broken, double? Low, double? High, bool Ended,
    bool DriverWasTheLimit, bool IsDecided, string Reason)
{
    /// <summary>Gets why this is no answer about the store, in short.</summary>
    public string Objection => DriverWasTheLimit ? "the driver was the limit, not the store"
        : MachineWasNoisy ? "the machine was not quiet where the promise was broken"
        : "the tries contradict each other";

    /// <summary>Gets whether other programs took the processors where the promise was broken.</summary>
    public bool MachineWasNoisy { get; init; }

    /// <summary>Judges the tries of a search.</summary>
    /// <param name="tries">In the order in which they were made.</param>
    /// <param name="search">The search that asked for them.</param>
    public static CapacityAnswer Of(IReadOnlyList<CapacityTried> tries, CapacitySearch search)
    {
        ArgumentNullException.ThrowIfNull(tries);
        ArgumentNullException.ThrowIfNull(search);
        var found = search.Found;
        CapacityTried[] failed = [.. tries.Where(t => t.Rate == found.Broken && t.Objection is not null)];
        CapacityTried[] driven = [.. failed.Where(t => t.Noise == NoiseVerdict.DriverBound)];
        var driver = driven.Length > 0 && driven.Length * 2 >= failed.Length;
        // Other programs that took the processors break a promise that the store would have kept.
        var noisy = !driver && found.Kept > 0 && failed.Length > 0
            && failed.Count(t => t.Noise == NoiseVerdict.Noisy) * 2 >= failed.Length;
        var decided = search.Ended && search.Agrees && !driver && !noisy;
        return new CapacityAnswer(Known(found.Kept), Known(found.Broken), Known(found.Low), Known(found.High),
            search.Ended, driver, decided,
            tries.Count == 0 ? "ended before any rate was tried"
            : driver ? Driver(found, driven)
            : noisy ? $"no answer: the machine was not quiet while {Rate(found.Broken)} was tried; the store keeps at "
                + $"least {Rate(found.Kept)}"
            : Text(found, search, decided))
        { MachineWasNoisy = noisy };
    }

    private static double? Known(double rate) => rate > 0 && double.IsFinite(rate) ? rate : null;

    private static string Driver(CapacityInterval found, CapacityTried[] driven) =>
        $"no answer: at {Rate(found.Broken)} the driver was at its limit, not the store ("
        + $"{string.Join("; ", driven.SelectMany(t => t.DriverLimits).Take(1))}); "
        + (found.Kept > 0 ? $"the store keeps at least {Rate(found.Kept)}" : "no rate below it was kept");

    private static string Text(CapacityInterval found, CapacitySearch search, bool decided)
    {
        if (found.Kept == 0)
            return search.Ended ? "broken at every rate that was tried" : "ended before any rate kept it";
        var kept = $"kept at {Rate(found.Kept)}";
        if (double.IsInfinity(found.Broken))
            return $"{kept}, the highest rate that was tried" + (search.Ended ? "" : " (ended early)");
        kept += $", broken at {Rate(found.Broken)}";
        if (!search.Ended)
            return $"{kept} (ended early)";
        if (!decided)
        {
            return $"no answer: {search.Tries} tries contradict each other; {kept}, but "
                + (found.Low > 0 ? $"every time only at {Rate(found.Low)}" : "at no rate every time")
                + (double.IsFinite(found.High) ? $", and broken every time only from {Rate(found.High)} on"
                    : ", and broken at no rate every time");
        }

        return kept + (found.Low == found.Kept && found.High == found.Broken ? ", each time"
            : $"; every try from {Rate(found.Low)} down kept it, every try from {Rate(found.High)} on broke it");
    }

    private static string Rate(double rate) => string.Create(CultureInfo.InvariantCulture, $"{rate:N0}/s");
}
