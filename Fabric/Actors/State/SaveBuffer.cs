using System;
using System.Collections.Generic;
using System.Threading;

namespace SfPerf.Fabric.Actors.State;

/// <summary>
/// Represents what a save needs while it is under way; pooled, since an actor saves seldom and there are many.
/// </summary>
internal sealed class SaveBuffer
{
    private const int KeptItemsMax = 64;
    private static readonly SaveBuffer?[] Pool = new SaveBuffer[256];

    /// <summary>Gets the states that are saved.</summary>
    internal List<TrackedState> States { get; } = [];

    /// <summary>Gets the rows that are written for them.</summary>
    internal List<RowWrite> Writes { get; } = [];

    internal static SaveBuffer Rent()
    {
        foreach (ref var place in Pool.AsSpan())
        {
            var buffer = place;
            if (buffer is not null && Interlocked.CompareExchange(ref place, null, buffer) == buffer)
                return buffer;
        }

        return new();
    }

    /// <summary>Empties it for the next save.</summary>
    internal void Return()
    {
        States.Clear();
        Writes.Clear();
        if (States.Capacity > KeptItemsMax || Writes.Capacity > KeptItemsMax)
            return;
        foreach (ref var place in Pool.AsSpan())
        {
            if (place is null && Interlocked.CompareExchange(ref place, this, null) is null)
                return;
        }
    }
}
