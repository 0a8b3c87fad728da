using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Serialization;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Workload;

namespace SfPerf.Reports.Runs;

/// <summary>Represents one kind of operation in one phase of a run.</summary>
public sealed record PhaseRecord
{
    /// <summary>Gets the phase's name: <c>prepare</c>, <c>write</c>, <c>read</c> or the user's own.</summary>
    [JsonRequired]
    public required string Name { get; init; }

    /// <summary>Gets <c>prepare</c>, <c>write</c> or <c>read</c>.</summary>
    public string Kind { get; init; } = "";

    /// <summary>Gets when the phase began.</summary>
    public DateTimeOffset? StartedUtc { get; init; }

    /// <summary>Gets the operations that succeeded.</summary>
    [JsonRequired]
    public required long Operations { get; init; }

    /// <summary>Gets the operations that failed.</summary>
    [JsonRequired]
    public required long Failed { get; init; }

    /// <summary>Gets the failures by kind.</summary>
    public IReadOnlyDictionary<string, long> Errors { get; init; } = new Dictionary<string, long>();

    /// <summary>Gets the operations under way when the phase was cut off.</summary>
    public long Abandoned { get; init; }

    /// <summary>Gets the length of the phase.</summary>
    [JsonRequired]
    public required double Seconds { get; init; }

    /// <summary>Gets the successes a second.</summary>
    [JsonRequired]
    public required double OpsPerSecond { get; init; }

    /// <summary>Gets the latency of successes: in an open loop from the intended start.</summary>
    [JsonRequired]
    public required LatencyRecord LatencyMs { get; init; }

    /// <summary>Gets the latency from the actual start; open loops only.</summary>
    public LatencyRecord? ServiceMs { get; init; }

    /// <summary>Gets how late operations started; open loops only.</summary>
    public LatencyRecord? LatenessMs { get; init; }

    /// <summary>Gets the latency of failures; absent when there is none.</summary>
    public LatencyRecord? FailedMs { get; init; }

    /// <summary>Gets the latency of the phase's first operation; for <c>prepare</c>, the time until a cold store had
    /// acknowledged its first write.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public double? FirstOperationMs { get; init; }

    /// <summary>Gets the operations kept outstanding.</summary>
    public int Outstanding { get; init; }

    /// <summary>Gets the phase that this and other kinds of operations share; null for a phase of one kind.</summary>
    [JsonIgnore]
    public string? MixedPhase =>
        Name.EndsWith("-" + Kind, StringComparison.Ordinal) ? Name[..^(Kind.Length + 1)] : null;

    /// <summary>Gets the name under which events are kept: kinds of operations that share a phase share its time.
    /// </summary>
    [JsonIgnore]
    public string TimeName => MixedPhase ?? Name;

    /// <summary>Gets whether this is what was to be measured: no preparation, load or warm-up.</summary>
    [JsonIgnore]
    public bool IsMeasured => PhaseNames.IsMeasured(Name);

    /// <summary>Gets (throughput x mean latency - outstanding) / outstanding.</summary>
    public double LittleResidual { get; init; }

    /// <summary>Gets the operations a second an open loop intended.</summary>
    public double? OfferedRate { get; init; }

    /// <summary>Gets the starts of an open loop that found no free slot.</summary>
    public long? LateStarts { get; init; }

    /// <summary>Gets what a scenario counted beside operations and times, by name.</summary>
    public IReadOnlyDictionary<string, double>? Figures { get; init; }

    /// <summary>Gets why the phase ended early.</summary>
    public string? Stopped { get; init; }

    /// <summary>Gets the window in which the store was warm, and how sure its figures are.</summary>
    public SteadyRecord? Steady { get; init; }

    /// <summary>Gets one row a second.</summary>
    public IReadOnlyList<SecondRecord> PerSecond { get; init; } = [];

    /// <summary>Gets the latency histogram: HdrHistogram's compressed V2 form in base64, nanoseconds.</summary>
    public string? Histogram { get; init; }

    /// <summary>Gets the histogram from the actual start; open loops only.</summary>
    public string? ServiceHistogram { get; init; }

    /// <summary>The record of a result.</summary>
    public static PhaseRecord From(PhaseResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        var open = result.Service is not null;
        return new PhaseRecord
        {
            Name = result.Name,
            Kind = result.Kind.ToString().ToLowerInvariant(),
            StartedUtc = result.StartedUtc,
            Operations = result.Operations,
            Failed = result.Failed,
            Errors = new SortedDictionary<string, long>(
                result.Errors.ToDictionary(e => e.Key, e => e.Value), StringComparer.Ordinal),
            Abandoned = result.Abandoned,
            Seconds = result.Seconds,
            OpsPerSecond = result.OperationsPerSecond,
            LatencyMs = LatencyRecord.From(result.Latency),
            ServiceMs = open ? LatencyRecord.From(result.Service!) : null,
            LatenessMs = result.Lateness is { } lateness ? LatencyRecord.From(lateness) : null,
            FailedMs = result.FailedLatency.Count > 0 ? LatencyRecord.From(result.FailedLatency) : null,
            FirstOperationMs = result.FirstOperation / 1e6,
            Outstanding = result.Outstanding,
            LittleResidual = result.LittleResidual,
            OfferedRate = result.OfferedRate,
            LateStarts = open ? result.LateStarts : null,
            Stopped = result.Stopped,
            Steady = SteadyRecord.From(result),
            PerSecond = [.. result.PerSecond.Select(SecondRecord.From)],
            Histogram = Convert.ToBase64String(HistogramCodec.EncodeV2Compressed(result.Latency)),
            ServiceHistogram = open ? Convert.ToBase64String(HistogramCodec.EncodeV2Compressed(result.Service!)) : null,
        };
    }

    /// <summary>The latency histogram, at the resolution of its buckets.</summary>
    /// <returns>Empty when the file holds none.</returns>
    /// <exception cref="FormatException">The member is damaged.</exception>
    public LatencyHistogram ReadHistogram() => Read(Histogram);

    /// <summary>The histogram from the actual start, at the resolution of its buckets.</summary>
    public LatencyHistogram ReadServiceHistogram() => Read(ServiceHistogram);

    private static LatencyHistogram Read(string? base64) =>
        base64 is null ? new() : HistogramCodec.DecodeV2(Convert.FromBase64String(base64));
}
