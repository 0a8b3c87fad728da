using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Scenarios.Failover;

/// <summary>The events so far, and what those of each kind say together.</summary>
internal sealed class EventLedger(FailoverSettings settings)
{
    // A read of a key whose only write failed is Missing, which contradicts nothing.
    private static readonly string[] Contradictory = [ErrorKind.Lost, ErrorKind.Stale, ErrorKind.Corrupt];
    private readonly List<FailoverEventRecord> _events = [];
    private readonly Dictionary<string, (LatencyHistogram Before, LatencyHistogram During, LatencyHistogram After)>
        _latency = [];

    /// <summary>Gets the operations that succeeded, of all events so far.</summary>
    public long Successes { get; private set; }

    /// <summary>Gets the operations that failed, of all events so far.</summary>
    public long Failures { get; private set; }

    /// <summary>Adds an event.</summary>
    public FailoverEventRecord Add(EventWindow window, string kind, int round, DateTimeOffset utc, string target)
    {
        var record = window.Record(kind, round, utc, target);
        _events.Add(record);
        Successes += window.Operations.Count(o => o.Error is null && o.Ended > window.At);
        Failures += window.Operations.Count(o => o.Error is not null && o.Ended > window.At);
        if (!_latency.TryGetValue(kind, out var sums))
            _latency[kind] = sums = (new(), new(), new());
        sums.Before.Add(window.Before());
        sums.During.Add(window.During());
        sums.After.Add(window.After());
        return record;
    }

    /// <summary>The record of all events so far.</summary>
    /// <param name="errors">The failures of all operations of the run, by kind.</param>
    /// <param name="verified">The keys that were read once more at the end; null when the run did not come to that.
    /// </param>
    public FailoverRecord Record(IEnumerable<KeyValuePair<string, long>> errors, long? verified)
    {
        var record = new FailoverRecord
        {
            Rate = settings.Rate, ResolutionMs = 2000.0 / settings.Rate, Verified = verified, Events = [.. _events],
            Contradictions = new SortedDictionary<string, long>(
                errors.Where(e => Contradictory.Contains(e.Key)).GroupBy(e => e.Key)
                    .ToDictionary(g => g.Key, g => g.Sum(e => e.Value)), StringComparer.Ordinal),
        };
        return record with
        {
            Kinds = [.. settings.Kinds.Where(_latency.ContainsKey).Select(kind => Sum(kind, record))],
        };
    }

    private FailoverKindRecord Sum(string kind, FailoverRecord record)
    {
        FailoverEventRecord[] events = [.. record.Events.Where(e => e.Kind == kind)];
        var (before, during, after) = _latency[kind];
        return new FailoverKindRecord
        {
            Kind = kind, Count = events.Length,
            OutageMedianMs = Median.Of(events.Select(e => e.OutageMs)), OutageMaxMs = events.Max(e => e.OutageMs),
            BackMedianMs = Median.Of(events.Select(e => e.BackMs)), BackMaxMs = events.Max(e => e.BackMs),
            Errors = new SortedDictionary<string, long>(events.SelectMany(e => e.Errors).GroupBy(e => e.Key)
                .ToDictionary(g => g.Key, g => g.Sum(e => e.Value)), StringComparer.Ordinal),
            Before = LatencyRecord.From(before), During = LatencyRecord.From(during), After = LatencyRecord.From(after),
        };
    }
}
