using System;
using SfPerf.Metrics.Results;

namespace SfPerf.Workload;

/// <summary>
/// Represents one phase of a run. It ends after <see cref="Operations"/> or after <see cref="Duration"/>, whichever
/// comes first; one of the two must be set.
/// </summary>
public sealed record PhaseSpecification
{
    /// <summary>Gets the name of the phase in results.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the share of each kind of operation; writes only unless set. A phase of several kinds gives a
    /// result for each, named <c>Name-read</c>, <c>Name-write</c>, <c>Name-insert</c>,
    /// <c>Name-readmodifywrite</c>, <c>Name-scan</c>.</summary>
    public OperationShares Shares { get; init; } = OperationShares.Writes;

    /// <summary>Gets whether results are named with the kind even when there is only one.</summary>
    public bool NamesKinds { get; init; }

    /// <summary>Gets the number of operations to issue, failed ones included; null for as many as fit.</summary>
    public long? Operations
    {
        get;
        init => field = value is null or >= 0
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "0 or more");
    }

    /// <summary>Gets how long operations are issued; null for as long as it takes.</summary>
    public TimeSpan? Duration
    {
        get;
        init => field = value is null || value > TimeSpan.Zero
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "more than zero");
    }

    /// <summary>Gets the number of operations kept outstanding, 1 to 1,000,000; 1 unless set. In an open loop, the most
    /// that are let run at once.</summary>
    public int Outstanding
    {
        get;
        init => field = value is >= 1 and <= 1_000_000
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "1 to 1000000");
    } = 1;

    /// <summary>Gets which items the operations choose; each in turn unless set.</summary>
    public KeyChoice Keys { get; init; } = KeyChoice.Sequential;

    /// <summary>Gets the longest time of one operation; 30 s unless set. The operation's token is cancelled then,
    /// within a tenth of this time. An operation that took longer counts as Timeout, also one that succeeded.</summary>
    public TimeSpan OperationTimeout
    {
        get;
        init => field = value > TimeSpan.Zero
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "more than zero");
    } = TimeSpan.FromSeconds(30);

    /// <summary>Gets the pause of a worker after a failed operation; 10 ms unless set. It doubles with each further
    /// failure in a row up to 25 times itself: a store that refuses at once must not use up the phase.</summary>
    public TimeSpan FailurePause
    {
        get;
        init => field = value >= TimeSpan.Zero
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "zero or more");
    } = TimeSpan.FromMilliseconds(10);

    /// <summary>Gets how many failures end the phase; null, the default, for never.</summary>
    public long? FailuresMax { get; init; }

    /// <summary>Gets the arrivals of an open loop; null, the default, for a closed loop.</summary>
    public ArrivalSpecification? Arrivals { get; init; }

    /// <summary>The name of the result of a kind of operation.</summary>
    internal string NameOf(OperationKind kind) =>
        NamesKinds || Shares.IsMixed ? $"{Name}-{kind.ToString().ToLowerInvariant()}" : Name;

    internal PhaseSpecification Part(int driver, int drivers) => this with
    {
        Operations = Operations is { } total ? WorkShare.Of(total, driver, drivers) : null,
        Outstanding = WorkShare.OfNeeded(Outstanding, driver, drivers, $"outstanding operations of phase {Name}"),
        Arrivals = Arrivals is { } a ? a with { Rate = a.Rate / drivers } : null,
    };
}
