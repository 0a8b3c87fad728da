using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Linq;
using System.Threading;
using SfPerf.Client.Measuring;
using SfPerf.Client.Output;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;

namespace SfPerf.Client.Telemetry;

/// <summary>A run as OpenTelemetry metrics, fed by its progress: an operation knows nothing of it. Names and units
/// follow the conventions for database clients; what those lack is under <c>sfperf.</c>.</summary>
internal sealed class RunMetrics : IDisposable
{
    public const string MeterName = "SfPerf.Client";
    public const string Duration = "db.client.operation.duration";
    public const string LateStarts = "sfperf.client.late_start.duration";

    private static readonly LatencyBands None = new();
    private readonly Lock _gate = new();
    private readonly Meter _meter = new(MeterName);
    private readonly string _system;
    private readonly Histogram<double> _duration;
    private readonly Histogram<double> _lateStarts;
    private readonly Counter<long> _operations;
    private readonly Counter<long> _failures;

    // Guarded by the gate: what was recorded already, by result and kind of failure, and by phase.
    private readonly Dictionary<(string Name, string? Error), LatencyBands> _recorded = [];
    private readonly Dictionary<string, LatencyBands> _recordedLate = [];
    private ProgressSample? _last;
    private double _rate;
    private (string Verdict, string Status)? _outcome;
    private Func<string, IReadOnlyList<(string Process, double Value)>>? _hosts;

    /// <summary>Makes the instruments.</summary>
    /// <param name="system">The store that is measured; three of our names are the conventions' own.</param>
    public RunMetrics(string system)
    {
        _system = system.ToLowerInvariant();
        _duration = _meter.CreateHistogram<double>(Duration, "s", "Duration of operations as the driver saw it.");
        _lateStarts = _meter.CreateHistogram<double>(
            LateStarts, "s", "How late operations of an open loop began that had found no free slot.");
        _operations = _meter.CreateCounter<long>(
            "sfperf.client.operations", "{operation}", "Operations that succeeded.");
        _failures = _meter.CreateCounter<long>("sfperf.client.failures", "{operation}", "Operations that failed.");
        _meter.CreateObservableGauge("sfperf.client.rate", () => Gauge(_ => _rate), "{operation}/s",
            "Operations that succeeded in a second, lately.");
        _meter.CreateObservableGauge("sfperf.client.outstanding", () => Gauge(s => s.UnderWay), "{operation}",
            "Operations that had begun and not ended.");
        _meter.CreateObservableGauge("sfperf.run.verdict", Outcome, "{run}",
            "1, when the run has ended, with what it says of itself.");
        foreach (var (name, unit, meaning) in StoreCounters.Counters)
            _meter.CreateObservableCounter(name, () => OfHosts(name), unit, meaning);
        foreach (var (name, meaning) in StoreCounters.Levels
                     .Concat(ActorCounters.Levels).Concat(ActorCounters.CallLevels))
        {
            _meter.CreateObservableUpDownCounter(name, () => OfHosts(name), null, meaning);
        }

        foreach (var (name, meaning) in ActorCounters.Times)
        {
            _meter.CreateObservableCounter($"{name}.sum", () => OfHosts($"{name}.sum"), "ms", meaning);
            _meter.CreateObservableCounter(
                $"{name}.count", () => OfHosts($"{name}.count"), null, $"How often: {meaning}");
        }
    }

    /// <summary>Gets the largest value of every bucket but the last, in seconds.</summary>
    public static double[] Bounds => [.. LatencyBands.Bounds.Select(b => b / 1e9)];

    /// <summary>Tells from now on what the hosts of the cluster say of themselves.</summary>
    /// <param name="hosts">Gets the values of an instrument, by process. Any thread calls it, once a second.</param>
    public void Observe(Func<string, IReadOnlyList<(string Process, double Value)>> hosts) =>
        Volatile.Write(ref _hosts, hosts);

    /// <summary>Records what happened since the last sample.</summary>
    public void Show(in ProgressSample sample)
    {
        lock (_gate)
        {
            _rate = sample.RateSince(_last);
            _last = sample;
            foreach (var kind in sample.Kinds)
            {
                Record(kind.Name, null, kind.Latency);
                foreach (var (error, durations) in kind.Failures)
                    Record(kind.Name, error, durations);
            }

            RecordLate(sample.Phase, sample.LateStarts);
        }
    }

    /// <summary>Records what the results hold beyond the progress: preparing has none, and of a phase that another
    /// followed at once the last may be missing.</summary>
    public void Record(IEnumerable<PhaseResult> phases)
    {
        lock (_gate)
        {
            _last = null;
            foreach (var phase in phases)
            {
                Record(phase.Name, null, LatencyBands.Of(phase.Latency));
                // Failures of all kinds share a histogram, so these have no duration.
                foreach (var (error, count) in phase.Errors)
                {
                    if (count - _recorded.GetValueOrDefault((phase.Name, error), None).Count is > 0 and var more)
                        _failures.Add(more, Tags(phase.Name, error));
                }
            }
        }
    }

    /// <summary>Records one of several rounds, whose results have the same names.</summary>
    public void RecordRound(IEnumerable<PhaseResult> phases)
    {
        lock (_gate)
            _recorded.Clear();
        Record(phases);
    }

    /// <summary>Tells how the run ended.</summary>
    /// <param name="verdict">Of its noise; null when it was not judged.</param>
    /// <param name="status">Such as <c>complete</c>.</param>
    public void Complete(string? verdict, string status)
    {
        lock (_gate)
            _outcome = (verdict ?? "unknown", status);
    }

    public void Dispose() => _meter.Dispose();

    private void Record(string name, string? error, LatencyBands durations)
    {
        var before = _recorded.GetValueOrDefault((name, error), None);
        if (durations.Count <= before.Count)
            return;
        _recorded[(name, error)] = durations;
        var tags = Tags(name, error);
        Record(_duration, durations, before, tags);
        (error is null ? _operations : _failures).Add(durations.Count - before.Count, tags);
    }

    private void RecordLate(string phase, LatencyBands durations)
    {
        var before = _recordedLate.GetValueOrDefault(phase, None);
        _recordedLate[phase] = durations;
        Record(_lateStarts, durations, before, Tags(phase));
    }

    // An instrument takes one value at a time; the mean of a band lies in it and keeps the sum right.
    private static void Record(
        Histogram<double> histogram, LatencyBands durations, LatencyBands before, in TagList tags)
    {
        foreach (var (mean, count) in durations.Since(before))
        {
            for (var i = 0L; i < count; i++)
                histogram.Record(mean / 1e9, tags);
        }
    }

    // Nothing is under way between phases.
    private IEnumerable<Measurement<double>> Gauge(Func<ProgressSample, double> value)
    {
        lock (_gate)
            return _last is { } last ? [new Measurement<double>(value(last), Tags(last.Phase))] : [];
    }

    private IEnumerable<Measurement<double>> OfHosts(string instrument) =>
        (Volatile.Read(ref _hosts)?.Invoke(instrument) ?? []).Select(v => new Measurement<double>(
            v.Value, new TagList { { "db.system.name", _system }, { "sfperf.process", v.Process } }));

    private IEnumerable<Measurement<int>> Outcome()
    {
        lock (_gate)
        {
            return _outcome is var (verdict, status)
                ? [new Measurement<int>(1, new TagList { { "sfperf.verdict", verdict }, { "sfperf.status", status } })]
                : [];
        }
    }

    private TagList Tags(string operation, string? error = null)
    {
        var tags = new TagList { { "db.system.name", _system }, { "db.operation.name", operation } };
        if (error is not null)
            tags.Add("error.type", error);
        return tags;
    }
}
