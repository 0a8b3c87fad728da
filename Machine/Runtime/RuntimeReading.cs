using System;

namespace SfPerf.Machine.Runtime;

/// <summary>
/// Describes what the runtime of one .NET process had done by one moment; two of them tell what it did in between.
/// </summary>
/// <param name="Collections">Garbage collections that reached generation 0, 1 and 2: each includes the next.</param>
/// <param name="PauseMilliseconds">The time the collector had stopped the process.</param>
/// <param name="AllocatedBytes">The bytes allocated.</param>
public sealed record RuntimeReading((double Gen0, double Gen1, double Gen2) Collections, double PauseMilliseconds,
    double AllocatedBytes)
{
    /// <summary>Reads this process.</summary>
    public static RuntimeReading OfThisProcess() => new(
        (GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)),
        GC.GetTotalPauseDuration().TotalMilliseconds, GC.GetTotalAllocatedBytes());

    /// <summary>This, and what a counter of the runtime says was added.</summary>
    internal RuntimeReading With(string counter, double increment) => counter switch
    {
        "gen-0-gc-count" => this with { Collections = Collections with { Gen0 = Collections.Gen0 + increment } },
        "gen-1-gc-count" => this with { Collections = Collections with { Gen1 = Collections.Gen1 + increment } },
        "gen-2-gc-count" => this with { Collections = Collections with { Gen2 = Collections.Gen2 + increment } },
        "total-pause-time-by-gc" => this with { PauseMilliseconds = PauseMilliseconds + increment },
        "alloc-rate" => this with { AllocatedBytes = AllocatedBytes + increment },
        _ => this,
    };
}
