using System;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>
/// Notes what happens to a program of a code package. Each event gives other runs; those given do not change.
/// </summary>
internal static class EntryPointEvents
{
    internal static EntryPointRuns Started(this EntryPointRuns runs, int processId, DateTimeOffset utc) => runs with
    {
        ProcessId = processId,
        Instance = Math.Max(runs.Instance + 1, utc.ToFileTime()),
        Starts = runs.Starts + 1,
        FailedStartsInARow = 0,
        LastStart = utc,
        LastGoodStart = utc,
    };

    internal static EntryPointRuns NotStarted(this EntryPointRuns runs, DateTimeOffset utc) => runs with
    {
        ProcessId = 0,
        FailedStarts = runs.FailedStarts + 1,
        FailedStartsInARow = runs.FailedStartsInARow + 1,
        LastStart = utc,
    };

    /// <param name="runs">The runs so far.</param>
    /// <param name="exitCode">How it ended; null: with its node, and nobody saw it.</param>
    /// <param name="utc">The present time.</param>
    internal static EntryPointRuns Ended(this EntryPointRuns runs, int? exitCode, DateTimeOffset utc)
    {
        if (runs.ProcessId == 0)
            return runs;
        var good = exitCode == 0;
        return runs with
        {
            ProcessId = 0,
            Ends = runs.Ends + 1,
            FailedEnds = good ? runs.FailedEnds : runs.FailedEnds + 1,
            FailedEndsInARow = good ? 0 : runs.FailedEndsInARow + 1,
            LastExitCode = exitCode ?? runs.LastExitCode,
            LastEnd = utc,
            LastGoodEnd = good ? utc : runs.LastGoodEnd,
        };
    }
}
