using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Metrics.Results;

/// <summary>Describes what one kind of operation did in one phase of a run.</summary>
public sealed record PhaseResult
{
    /// <summary>Gets the phase's name, such as <c>write</c>.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the kind of operation.</summary>
    public required OperationKind Kind { get; init; }

    /// <summary>Gets when the phase began.</summary>
    public DateTimeOffset StartedUtc { get; init; }

    /// <summary>Gets the number of operations that succeeded: the headline counts nothing else.</summary>
    public required long Operations { get; init; }

    /// <summary>Gets the number of operations that failed.</summary>
    public long Failed { get; init; }

    /// <summary>Gets the failures by kind; their sum is <see cref="Failed"/>.</summary>
    public IReadOnlyDictionary<string, long> Errors { get; init; } = new Dictionary<string, long>();

    /// <summary>Gets the operations still under way when the phase was cut off: neither success nor failure.</summary>
    public long Abandoned { get; init; }

    /// <summary>Gets the time from the first start to the last end, in seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>Gets the number of operations kept outstanding (closed loop) or allowed at once (open loop).</summary>
    public required int Outstanding { get; init; }

    /// <summary>Gets the latency of the first operation of the phase in nanoseconds; null when none
    /// succeeded.</summary>
    public long? FirstOperation { get; init; }

    /// <summary>Gets the headline latency of successes: from the actual start in a closed loop, from the intended start
    /// in an open one.</summary>
    public required LatencyHistogram Latency { get; init; }

    /// <summary>Gets the latency from the actual start in an open loop; null in a closed one.</summary>
    public LatencyHistogram? Service { get; init; }

    /// <summary>Gets the latency of failed operations, which never mixes with that of successes.</summary>
    public LatencyHistogram FailedLatency { get; init; } = new();

    /// <summary>Gets how late operations that found a free slot started against their intended time: the driver's own
    /// lateness, without what the store kept waiting; null in a closed loop.</summary>
    public LatencyHistogram? Lateness { get; init; }

    /// <summary>Gets the operations of an open loop that found no free slot at their intended time.</summary>
    public long LateStarts { get; init; }

    /// <summary>Gets the operations a second an open loop intended; null in a closed one.</summary>
    public double? OfferedRate { get; init; }

    /// <summary>Gets one row a second, without gaps.</summary>
    public IReadOnlyList<SecondRow> PerSecond { get; init; } = [];

    /// <summary>Gets why the phase ended before its work was done; null when it did not.</summary>
    public string? Stopped { get; init; }

    /// <summary>Gets successes a second over the whole phase.</summary>
    public double OperationsPerSecond => Seconds > 0 ? Operations / Seconds : 0;

    /// <summary>Gets Little's law as a check: (throughput x mean latency - outstanding) / outstanding. Near 0 in a
    /// sound closed loop; far below it when workers stood still or time was lost outside the timed
    /// operations.</summary>
    public double LittleResidual
    {
        get
        {
            if (Seconds <= 0 || Outstanding == 0)
                return 0;
            var busy = Service ?? Latency;
            return (((busy.Sum + FailedLatency.Sum) / 1e9 / Seconds) - Outstanding) / Outstanding;
        }
    }

    /// <summary>Adds the results of several drivers that ran the same phase side by side: counts and histograms are
    /// summed, the time is the longest, the first operation is the slowest one.</summary>
    public static PhaseResult Combine(IReadOnlyList<PhaseResult> parts) => PhaseResultSum.Combine(parts);
}

/// <summary>Describes what completed within one second of a phase.</summary>
/// <param name="Second">0 for the first second of the phase.</param>
/// <param name="Operations">Operations that succeeded.</param>
/// <param name="Failed">Operations that failed.</param>
/// <param name="Latency">Of the successful ones, as the phase's headline counts it.</param>
/// <param name="Service">Of the successful ones from their actual start; null in a closed loop, where it is the
/// same.</param>
public sealed record SecondRow(
    int Second, long Operations, long Failed, LatencyHistogram Latency, LatencyHistogram? Service = null)
{
    /// <summary>Gets the failures by kind; their sum is <see cref="Failed"/>.</summary>
    public IReadOnlyDictionary<string, long> Errors { get; init; } = ReadOnlyDictionary<string, long>.Empty;
}
