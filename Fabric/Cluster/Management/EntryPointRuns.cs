using System;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>How a program of a code package has run on a node since the manager started: its present process, and how
/// often it began and ended. It never changes: each event gives another one.</summary>
internal sealed record EntryPointRuns
{
    internal static readonly EntryPointRuns None = new();

    /// <summary>Gets the present process; 0: there is none.</summary>
    public int ProcessId { get; init; }

    /// <summary>Gets what tells the runs apart: the time of the last start, as a number that grows with each.</summary>
    public long Instance { get; init; }

    public int Starts { get; init; }

    public int FailedStarts { get; init; }

    public int FailedStartsInARow { get; init; }

    public int Ends { get; init; }

    /// <summary>Gets how many of the ends had an exit code other than 0, or one that nobody saw.</summary>
    public int FailedEnds { get; init; }

    public int FailedEndsInARow { get; init; }

    /// <summary>Gets the last exit code that was seen; 0: none yet.</summary>
    public int LastExitCode { get; init; }

    /// <summary>Gets when it was started last, whether it ran or not.</summary>
    public DateTimeOffset? LastStart { get; init; }

    public DateTimeOffset? LastGoodStart { get; init; }

    public DateTimeOffset? LastEnd { get; init; }

    public DateTimeOffset? LastGoodEnd { get; init; }

    internal EntryPointRuns Started(int processId, DateTimeOffset utc) => this with
    {
        ProcessId = processId,
        Instance = Math.Max(Instance + 1, utc.ToFileTime()),
        Starts = Starts + 1,
        FailedStartsInARow = 0,
        LastStart = utc,
        LastGoodStart = utc,
    };

    internal EntryPointRuns NotStarted(DateTimeOffset utc) => this with
    {
        ProcessId = 0,
        FailedStarts = FailedStarts + 1,
        FailedStartsInARow = FailedStartsInARow + 1,
        LastStart = utc,
    };

    /// <param name="exitCode">How it ended; null: with its node, and nobody saw it.</param>
    /// <param name="utc">The present time.</param>
    internal EntryPointRuns Ended(int? exitCode, DateTimeOffset utc)
    {
        if (ProcessId == 0)
            return this;
        var good = exitCode == 0;
        return this with
        {
            ProcessId = 0,
            Ends = Ends + 1,
            FailedEnds = good ? FailedEnds : FailedEnds + 1,
            FailedEndsInARow = good ? 0 : FailedEndsInARow + 1,
            LastExitCode = exitCode ?? LastExitCode,
            LastEnd = utc,
            LastGoodEnd = good ? utc : LastGoodEnd,
        };
    }
}
