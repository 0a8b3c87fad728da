using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Linq;
using System.Threading;
using SfPerf.Client.Output;
using SfPerf.Client.Parameters;
using SfPerf.Contracts;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;

namespace SfPerf.Client.Telemetry;

/// <summary>A run as OpenTelemetry metrics: progress while a phase lasts, latencies and kinds of failure when it has
/// ended. Names and units follow the conventions for database clients; what those lack is under <c>sfperf.</c>.
/// </summary>
internal sealed class RunMetrics : IDisposable
{
    public const string MeterName = "SfPerf.Client";
    private static readonly double[] Bounds =
    [
        0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10,
    ];

    private readonly Lock _gate = new();
    private readonly Meter _meter = new(MeterName);
    private readonly RunParameters _parameters;
    private readonly Histogram<double> _duration;
    private readonly Counter<long> _operations;
    private readonly Counter<long> _failures;
    private readonly Dictionary<string, long> _counted = [];
    private ProgressSample? _last;
    private double _rate;

    public RunMetrics(RunParameters parameters)
    {
        _parameters = parameters;
        _duration = _meter.CreateHistogram("db.client.operation.duration", "s",
            "Duration of operations as the driver saw it.", tags: null,
            new InstrumentAdvice<double> { HistogramBucketBoundaries = Bounds });
        _operations = _meter.CreateCounter<long>(
            "sfperf.client.operations", "{operation}", "Operations that succeeded.");
        _failures = _meter.CreateCounter<long>("sfperf.client.failures", "{operation}", "Operations that failed.");
        _meter.CreateObservableGauge("sfperf.client.rate", () => Gauge(_ => _rate), "{operation}/s",
            "Operations that succeeded in a second, lately.");
        _meter.CreateObservableGauge("sfperf.client.outstanding", () => Gauge(Outstanding), "{operation}",
            "Operations kept under way in a closed loop.");
    }

    /// <summary>Lets what is shown of a run be counted too.</summary>
    public IProgressView Watch(IProgressView view) => new WatchedView(view, this);

    /// <summary>Counts what a run measured, less what its progress counted already.</summary>
    public void Record(IEnumerable<PhaseResult> phases)
    {
        lock (_gate)
            _last = null;
        foreach (var phase in phases)
        {
            Record(phase.Latency, Tags(phase.Name));
            // Failures of several kinds share a histogram; the conventions have a name for that.
            var kind = phase.Errors.Count == 1 ? phase.Errors.Keys.Single() : "_OTHER";
            Record(phase.FailedLatency, Tags(phase.Name, kind));
            foreach (var (error, count) in phase.Errors)
                _failures.Add(count, Tags(phase.Name, error));
        }

        foreach (var phase in phases.GroupBy(p => p.Name))
            Count(phase.Key, phase.Sum(p => p.Operations));
    }

    public void Show(in ProgressSample sample)
    {
        lock (_gate)
        {
            _rate = sample.RateSince(_last);
            _last = sample;
        }

        Count(sample.Phase, sample.Completed);
    }

    public void Dispose() => _meter.Dispose();

    private void Count(string phase, long completed)
    {
        lock (_gate)
        {
            var before = _counted.GetValueOrDefault(phase);
            _counted[phase] = Math.Max(before, completed);
            if (completed > before)
                _operations.Add(completed - before, Tags(phase));
        }
    }

    private void Record(LatencyHistogram latency, in TagList tags)
    {
        foreach (var (lowest, highest, count) in latency.Buckets())
            for (var i = 0L; i < count; i++)
                _duration.Record((lowest + highest) / 2e9, tags);
    }

    // Nothing is under way between phases.
    private IEnumerable<Measurement<double>> Gauge(Func<string, double> value)
    {
        lock (_gate)
            return _last is { } last ? [new Measurement<double>(value(last.Phase), Tags(last.Phase))] : [];
    }

    private double Outstanding(string phase) => phase.StartsWith(PhaseNames.Read, StringComparison.Ordinal)
        ? _parameters.OutstandingReads : _parameters.OutstandingWrites;

    private TagList Tags(string phase, string? error = null)
    {
        var tags = new TagList
        {
            { "db.system.name", SystemName }, { "db.operation.name", phase },
        };
        if (error is not null)
            tags.Add("error.type", error);
        return tags;
    }

    // Three of the names are the conventions' own.
    private string SystemName => _parameters.TargetServiceType.ToLowerInvariant();

    private sealed class WatchedView(IProgressView view, RunMetrics metrics) : IProgressView
    {
        public void Note(string text) => view.Note(text);

        public void Show(in ProgressSample sample)
        {
            metrics.Show(sample);
            view.Show(sample);
        }

        public void Finish() => view.Finish();

        public void Dispose() => view.Dispose();
    }
}
