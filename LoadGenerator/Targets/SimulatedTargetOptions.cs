using System;

namespace SfPerf.LoadGenerator.Targets;

/// <summary>Specifies how long the simulated service takes; unless set, what the original's simulator took.</summary>
public sealed record SimulatedTargetOptions
{
    /// <summary>Gets the time of a read for each whole KiB of the value; 15 ms unless set.</summary>
    public TimeSpan ReadTimePerKibibyte { get; init; } = TimeSpan.FromMilliseconds(15);

    /// <summary>Gets the time of a write for each whole KiB of the value; 30 ms unless set.</summary>
    public TimeSpan WriteTimePerKibibyte { get; init; } = TimeSpan.FromMilliseconds(30);

    /// <summary>Gets one time for every operation, whatever its size; null, the default, for the two above.</summary>
    public TimeSpan? ServiceTime { get; init; }

    /// <summary>Gets the number of operations served at once; null, the default, for 4 MiB divided by the
    /// size.</summary>
    public int? Slots { get; init; }

    /// <summary>Gets whether operations on one item wait for each other; true unless set.</summary>
    public bool ItemLocks { get; init; } = true;
}
