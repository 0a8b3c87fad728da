using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Linq;
using System.Threading;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// Measures how far the replicas of this process are behind one another, and what their checkpoints cost. Levels are
/// summed when somebody asks, so a record costs nothing.
/// </summary>
internal static class ReplicationMeter
{
    internal const string Name = "SfPerf.Fabric.Replication";
    private static readonly Meter Meter = new(Name);
    private static readonly ConcurrentDictionary<ReplicationHost, byte> Open = new();
    private static long _checkpoints;
    private static long _checkpointTicks;

    /// <summary>Gets the records of primaries that are appended and not committed yet.</summary>
    internal static ObservableUpDownCounter<long> Queue { get; } = Meter.CreateObservableUpDownCounter(
        "replication.queue", static () => Backlogs.Sum(b => b.Queued), null,
        "Records of primaries that are appended and not committed yet.");

    /// <summary>Gets by how many records the live secondary that is furthest behind its primary is behind.</summary>
    internal static ObservableUpDownCounter<long> Lag { get; } = Meter.CreateObservableUpDownCounter(
        "replication.lag", static () => Backlogs.Select(b => b.Lag).DefaultIfEmpty(0).Max(), null,
        "Records by which the live secondary that is furthest behind its primary is behind.");

    /// <summary>Gets the records that are committed and not applied to the state yet.</summary>
    internal static ObservableUpDownCounter<long> ApplyLag { get; } = Meter.CreateObservableUpDownCounter(
        "replication.apply.lag", static () => Backlogs.Sum(b => b.Unapplied), null,
        "Records that are committed and not applied to the state yet.");

    /// <summary>Gets the checkpoints that count.</summary>
    internal static ObservableCounter<long> Checkpoints { get; } = Meter.CreateObservableCounter(
        "replication.checkpoints", static () => Volatile.Read(ref _checkpoints), null,
        "Checkpoints that were written and count.");

    /// <summary>Gets the time from the capture of the state until its checkpoint counted.</summary>
    internal static ObservableCounter<double> CheckpointTime { get; } = Meter.CreateObservableCounter(
        "replication.checkpoint.time", static () => Volatile.Read(ref _checkpointTicks) * 1000.0 / Stopwatch.Frequency,
        "ms", "Time in which checkpoints were written and flushed.");

    /// <summary>Gets the hosts whose replicas count.</summary>
    internal static IEnumerable<ReplicationHost> Hosts => Open.Keys;

    private static IEnumerable<Backlog> Backlogs => Hosts.SelectMany(h => h.Backlogs());

    /// <summary>The replicas of a host count from now on.</summary>
    internal static void Add(ReplicationHost host) => Open.TryAdd(host, 0);

    /// <summary>The replicas of a host count no longer.</summary>
    internal static void Remove(ReplicationHost host) => Open.TryRemove(host, out _);

    /// <summary>A checkpoint counts. Any thread.</summary>
    /// <param name="startTimestamp">When the state was captured.</param>
    internal static void NoteCheckpoint(long startTimestamp)
    {
        Interlocked.Increment(ref _checkpoints);
        Interlocked.Add(ref _checkpointTicks, Stopwatch.GetTimestamp() - startTimestamp);
    }
}

/// <summary>Describes what a replica has still to do, in records.</summary>
/// <param name="Queued">Of a primary: appended and not committed.</param>
/// <param name="Lag">Of a primary: what the live secondary that is furthest behind has not flushed.</param>
/// <param name="Unapplied">Committed and not applied.</param>
internal readonly record struct Backlog(long Queued, long Lag, long Unapplied);
