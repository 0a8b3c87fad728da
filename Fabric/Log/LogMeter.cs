using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Threading;
using SfPerf.Fabric.Log.GroupCommit;

namespace SfPerf.Fabric.Log;

/// <summary>
/// Measures what the logs of this process have written since it started. Each instrument only rises; who asks reads a
/// number, so an append costs nothing and a group four additions.
/// </summary>
internal static class LogMeter
{
    internal const string Name = "SfPerf.Fabric.Log";
    private static readonly Meter Meter = new(Name);
    private static long _flushes;
    private static long _records;
    private static long _bytes;
    private static long _ticks;

    /// <summary>Gets the groups that are on disk.</summary>
    internal static ObservableCounter<long> Flushes { get; } = Meter.CreateObservableCounter(
        "log.flushes", static () => Volatile.Read(ref _flushes), null, "Groups of records that are on disk.");

    /// <summary>Gets the records of these groups.</summary>
    internal static ObservableCounter<long> Records { get; } = Meter.CreateObservableCounter(
        "log.records", static () => Volatile.Read(ref _records), null, "Records that are on disk.");

    /// <summary>Gets the bytes of these groups, headers included.</summary>
    internal static ObservableCounter<long> Bytes { get; } = Meter.CreateObservableCounter(
        "log.bytes", static () => Volatile.Read(ref _bytes), "By", "Bytes of the groups that are on disk.");

    /// <summary>Gets the time that it took to write and flush them.</summary>
    internal static ObservableCounter<double> FlushTime { get; } = Meter.CreateObservableCounter(
        "log.flush.time", static () => Volatile.Read(ref _ticks) * 1000.0 / Stopwatch.Frequency, "ms",
        "Time in which groups were written and flushed.");

    /// <summary>A group is on disk. Any thread.</summary>
    /// <param name="group">Not cleared yet.</param>
    /// <param name="startTimestamp">When its write began.</param>
    internal static void NoteFlushed(CommitGroup group, long startTimestamp)
    {
        // A group may be a barrier alone, which writes nothing.
        if (group.Bytes == 0)
            return;
        Interlocked.Increment(ref _flushes);
        Interlocked.Add(ref _records, group.Records);
        Interlocked.Add(ref _bytes, group.Bytes);
        Interlocked.Add(ref _ticks, Stopwatch.GetTimestamp() - startTimestamp);
    }
}
