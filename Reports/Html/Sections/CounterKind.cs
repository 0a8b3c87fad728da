using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Reports.Html.Sections;

/// <summary>Specifies how a counter is drawn.</summary>
/// <param name="Counter">Its name in <c>run.json</c>.</param>
/// <param name="Title">What it is.</param>
/// <param name="Unit">What its axis says.</param>
/// <param name="Scale">What its values are multiplied by.</param>
/// <param name="Note">What a reader must know of it; empty for nothing.</param>
internal sealed record CounterKind(string Counter, string Title, string Unit, double Scale, string Note = "")
{
    private const string WrittenNote = "As the kernel accounts for it: a page counts each time that a write makes it "
        + "dirty, on ext4 and XFS with all pages of its folio. The disk is sent less; what the store wrote is in the "
        + "bytes of the log.";

    private static readonly CounterKind[] Known =
    [
        new("cpu", "Processors in use", "processors", 1),
        new("written-bytes", "Written to files", "MB a second", 1e-6, WrittenNote),
        new("read-bytes", "Read from disk", "MB a second", 1e-6),
        new("allocated-bytes", "Allocated", "MB a second", 1e-6),
        new("gc-pause-ms", "Stopped by the collector", "ms a second", 1),
        new("log.flushes", "Flushes of the log", "a second", 1),
        new("log.records", "Records written to the log", "a second", 1),
        new("log.bytes", "Bytes written to the log", "MB a second", 1e-6),
        new("log.flush.time", "Time in flushes of the log", "ms a second", 1),
        new("replication.queue", "Records that wait for their quorum", "records", 1),
        new("replication.lag", "Records that the slowest secondary lacks", "records", 1),
        new("replication.apply.lag", "Committed records that are not applied", "records", 1),
        new("replication.checkpoints", "Checkpoints", "a second", 1),
        new("replication.checkpoint.time", "Time in checkpoints", "ms a second", 1),
        new("state.lock.waits", "Waits for locks", "a second", 1),
        new("state.lock.wait.time", "Time in waits for locks", "ms a second", 1),
        new("actor.active", "Actors in memory", "actors", 1),
        new("actor.turns.waiting", "Turns that wait for their actors", "turns", 1),
        new("actor.reminders.armed", "Reminders that will fire", "reminders", 1),
        new("actor.requests.outstanding", "Calls of actors under way", "calls", 1),
    ];

    /// <summary>The counters that are drawn, of those that are there: ours first, then those we do not know. How often
    /// collectors ran is told by the table of totals.</summary>
    internal static IEnumerable<CounterKind> Of(IEnumerable<string> counters)
    {
        string[] there = [.. counters.Distinct()];
        return Known.Where(k => there.Contains(k.Counter)).Concat(there
            .Where(c => Known.All(k => k.Counter != c) && !c.StartsWith("gc-gen", System.StringComparison.Ordinal))
            .Order(System.StringComparer.Ordinal).Select(c => new CounterKind(c, c, "a second", 1)));
    }
}
