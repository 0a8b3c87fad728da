using System;

namespace SfPerf.Chaos.Faults;

/// <summary>A fault that is to come.</summary>
/// <param name="At">When, from the beginning.</param>
/// <param name="Kind">What.</param>
/// <param name="Draw">A number from 0 up to but not 1 that chooses the target among those that are there then.</param>
/// <param name="Duration">How long it lasts, where that is to be chosen.</param>
/// <param name="AfterSuccess">Whether it waits until every partition has served since the last fault: where a process
/// takes long to start, faults by the clock alone would find nothing that runs.</param>
public sealed record PlannedFault(TimeSpan At, FaultKind Kind, double Draw, TimeSpan Duration, bool AfterSuccess)
{
    /// <summary>Returns the target that the draw chooses.</summary>
    /// <param name="count">How many there are; more than zero.</param>
    public int Choose(int count) => Math.Min(count - 1, (int)(Draw * count));

    /// <summary>Returns the target, and one of several things that can be done to it, by the draw.</summary>
    /// <param name="count">How many targets there are; more than zero.</param>
    /// <param name="ways">How many things can be done to each; more than zero.</param>
    public (int Target, int Way) Choose(int count, int ways)
    {
        var both = Choose(count * ways);
        return (both % count, both / count);
    }
}
