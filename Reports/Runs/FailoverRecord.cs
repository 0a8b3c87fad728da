using System;
using System.Collections.Generic;

namespace SfPerf.Reports.Runs;

/// <summary>
/// Describes what <c>sfperf scenario failover</c> measured; docs/formats/run.md describes every member.
/// </summary>
public sealed record FailoverRecord
{
    /// <summary>Gets the operations a second that were intended, reads and writes together.</summary>
    public required double Rate { get; init; }

    /// <summary>Gets the mean time between the intended starts of two operations of one kind: what is shorter cannot be
    /// told from no outage.</summary>
    public required double ResolutionMs { get; init; }

    /// <summary>Gets the values that were read once more at the end; null when the run ended before.</summary>
    public long? Verified { get; init; }

    /// <summary>Gets the reads of the whole run that contradicted an acknowledged write, by kind.</summary>
    public IReadOnlyDictionary<string, long> Contradictions { get; init; } = new Dictionary<string, long>();

    /// <summary>Gets what the events of each kind say together, in the order in which kinds were asked for.</summary>
    public IReadOnlyList<FailoverKindRecord> Kinds { get; init; } = [];

    /// <summary>Gets the events in the order in which they were injected.</summary>
    public IReadOnlyList<FailoverEventRecord> Events { get; init; } = [];
}

/// <summary>Describes what all events of one kind say together.</summary>
public sealed record FailoverKindRecord
{
    /// <summary>Gets the kind of event, such as <c>kill-primary</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>Gets how many there were.</summary>
    public required int Count { get; init; }

    /// <summary>Gets the median of their longest times without a success.</summary>
    public required double OutageMedianMs { get; init; }

    /// <summary>Gets the longest of these.</summary>
    public required double OutageMaxMs { get; init; }

    /// <summary>Gets the median of the times until all replicas were back.</summary>
    public required double BackMedianMs { get; init; }

    /// <summary>Gets the longest of these.</summary>
    public required double BackMaxMs { get; init; }

    /// <summary>Gets the failures by kind.</summary>
    public IReadOnlyDictionary<string, long> Errors { get; init; } = new Dictionary<string, long>();

    /// <summary>Gets the latency from intended times of operations that ended before the event.</summary>
    public required LatencyRecord Before { get; init; }

    /// <summary>Gets that of operations that were under way between the event and the return of all replicas, and
    /// for at least a second.</summary>
    public required LatencyRecord During { get; init; }

    /// <summary>Gets that of operations intended afterwards.</summary>
    public required LatencyRecord After { get; init; }

    /// <summary>Gets what the store promises and whether it was kept, in a sentence.</summary>
    public string Verdict { get; init; } = "";
}

/// <summary>Represents one event.</summary>
public sealed record FailoverEventRecord
{
    /// <summary>Gets the kind of event.</summary>
    public required string Kind { get; init; }

    /// <summary>Gets its round, from 1.</summary>
    public required int Round { get; init; }

    /// <summary>Gets when it was injected.</summary>
    public required DateTimeOffset Utc { get; init; }

    /// <summary>Gets what was hit.</summary>
    public required string Target { get; init; }

    /// <summary>Gets the longest time without a success: of reads or of writes, whichever was longer.</summary>
    public required double OutageMs { get; init; }

    /// <summary>Gets the longest time without a successful read.</summary>
    public required double ReadOutageMs { get; init; }

    /// <summary>Gets the longest time without a successful write.</summary>
    public required double WriteOutageMs { get; init; }

    /// <summary>Gets the same of the quiet time before the event: so much is no outage.</summary>
    public required double QuietMs { get; init; }

    /// <summary>Gets the time from the event until all replicas were back.</summary>
    public required double BackMs { get; init; }

    /// <summary>Gets the failures by kind.</summary>
    public IReadOnlyDictionary<string, long> Errors { get; init; } = new Dictionary<string, long>();

    /// <summary>Gets the latency of operations that ended before the event.</summary>
    public required LatencyRecord Before { get; init; }

    /// <summary>Gets that of operations under way between the event and the return of all replicas, and for at least
    /// a second.</summary>
    public required LatencyRecord During { get; init; }

    /// <summary>Gets that of operations intended afterwards.</summary>
    public required LatencyRecord After { get; init; }

    /// <summary>Gets the successes around the event.</summary>
    public required SuccessStrip Strip { get; init; }
}

/// <summary>Successes in short intervals around an event, by the time at which they ended.</summary>
/// <param name="FromMs">The begin of the first interval, from the event.</param>
/// <param name="StepMs">The length of each.</param>
/// <param name="Successes">The successes in each.</param>
public sealed record SuccessStrip(double FromMs, double StepMs, IReadOnlyList<int> Successes);
