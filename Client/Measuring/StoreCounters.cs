using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Client.Measuring;

/// <summary>The instruments of log, replication and state that are read of each host while a run lasts.</summary>
internal static class StoreCounters
{
    private const string Log = "SfPerf.Fabric.Log";
    private const string Replication = "SfPerf.Fabric.Replication";
    private const string State = "SfPerf.Fabric.ReliableState";

    private static readonly (string Meter, string Name, string? Unit, string Meaning)[] Counting =
    [
        (Log, "log.flushes", null, "Groups of records that were written to disk."),
        (Log, "log.records", null, "Records in these groups."),
        (Log, "log.bytes", "By", "Bytes of these groups."),
        (Log, "log.flush.time", "ms", "Time in which groups were written and flushed."),
        (Replication, "replication.checkpoints", null, "Checkpoints that were written and count."),
        (Replication, "replication.checkpoint.time", "ms", "Time in which checkpoints were written and flushed."),
        (State, "state.lock.waits", null, "Requests that waited for a lock."),
        (State, "state.lock.wait.time", "ms", "Time that requests waited for locks."),
    ];

    private static readonly (string Meter, string Name, string Meaning)[] Standing =
    [
        (Replication, "replication.queue", "Records of primaries that are appended and not committed yet."),
        (Replication, "replication.lag",
            "Records by which the live secondary that is furthest behind its primary is behind."),
        (Replication, "replication.apply.lag", "Records that are committed and not applied to the state yet."),
    ];

    /// <summary>Gets the instruments that only rise, their units and their meanings.</summary>
    internal static IEnumerable<(string Name, string? Unit, string Meaning)> Counters =>
        Counting.Select(i => (i.Name, i.Unit, i.Meaning));

    /// <summary>Gets the instruments that are levels, and their meanings.</summary>
    internal static IEnumerable<(string Name, string Meaning)> Levels => Standing.Select(i => (i.Name, i.Meaning));

    /// <summary>Gets them all as a host is asked for them.</summary>
    internal static IEnumerable<string> Asked { get; } =
        [.. Counting.Select(i => $"{i.Meter}\\{i.Name}"), .. Standing.Select(i => $"{i.Meter}\\{i.Name}")];
}
