using System;
using System.Collections.Generic;
using SfPerf.Metrics.Results;

namespace SfPerf.Workload;

/// <summary>Specifies how the phases of a run choose items and pace their operations.</summary>
public sealed record WorkloadShape
{
    // Loading is not what is measured: a sweep that begins with one outstanding operation must not load with one.
    private const int LoadOutstandingMin = 64;

    /// <summary>Gets which items operations choose.</summary>
    public KeyChoice Keys { get; init; } = KeyChoice.Sequential;

    /// <summary>Gets the writes a second of an open loop; 0, the default, for a closed loop.</summary>
    public double WriteRate { get; init; }

    /// <summary>Gets the reads a second of an open loop; 0, the default, for a closed loop.</summary>
    public double ReadRate { get; init; }

    /// <summary>Gets whether the run has one phase of several kinds of operations.</summary>
    public bool IsMixed { get; init; }

    /// <summary>Gets the operations a second of that phase in an open loop; 0, the default, for a
    /// closed loop.</summary>
    public double MixedRate { get; init; }

    /// <summary>Gets whether arrivals are Poisson rather than evenly spaced.</summary>
    public bool Poisson { get; init; }

    /// <summary>Gets the longest time of a phase; null, the default, for none.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>What a phase becomes: if need be a load before the writes, then its warm-up, then itself.</summary>
    /// <param name="phase">The phase in a closed loop over the items in turn.</param>
    /// <param name="items">The number of items.</param>
    /// <param name="warmUpOperations">0 for no warm-up.</param>
    /// <param name="warmUpName">The name of the warm-up.</param>
    public IReadOnlyList<PhaseSpecification> Phases(
        PhaseSpecification phase, int items, long warmUpOperations, string warmUpName)
    {
        ArgumentNullException.ThrowIfNull(phase);
        var rate = IsMixed ? MixedRate
            : phase.Shares.Of(OperationKind.Read) > 0 ? ReadRate : WriteRate;
        var shaped = phase with
        {
            Keys = Keys,
            NamesKinds = IsMixed,
            Duration = Duration,
            Arrivals = rate > 0 ? new ArrivalSpecification { Rate = rate, Poisson = Poisson } : null,
        };
        var phases = new List<PhaseSpecification>(3);
        // Verified reads need every item written; a random choice leaves some out, and a time limit may too.
        var writes = phase.Shares.Of(OperationKind.Write) == 1;
        if (IsMixed || (writes && (Keys != KeyChoice.Sequential || Duration is not null)))
        {
            phases.Add(phase with
            {
                Name = PhaseNames.Load,
                Operations = items,
                Shares = OperationShares.Writes,
                Outstanding = Math.Max(phase.Outstanding, Math.Min(items, LoadOutstandingMin)),
            });
        }

        if (warmUpOperations > 0)
            phases.Add(shaped with { Name = warmUpName, Operations = warmUpOperations });
        phases.Add(shaped);
        return phases;
    }
}
