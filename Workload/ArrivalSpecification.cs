using System;

namespace SfPerf.Workload;

/// <summary>
/// Specifies when the operations of an open loop are to start, whether or not earlier ones have ended.
/// </summary>
public sealed record ArrivalSpecification
{
    /// <summary>Gets the operations a second; more than 0.</summary>
    public required double Rate
    {
        get;
        init => field = value > 0 && double.IsFinite(value)
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "more than 0");
    }

    /// <summary>Gets whether the gaps are drawn from the exponential distribution (Poisson arrivals); evenly spaced
    /// otherwise.</summary>
    public bool Poisson { get; init; }

    /// <summary>Gets the longest backlog of starts that found no free slot; 10 s unless set. Beyond it the phase ends:
    /// the store does not sustain the rate.</summary>
    public TimeSpan BacklogMax
    {
        get;
        init => field = value > TimeSpan.Zero
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "more than zero");
    } = TimeSpan.FromSeconds(10);
}
