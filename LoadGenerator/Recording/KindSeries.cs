using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;

namespace SfPerf.LoadGenerator.Recording;

/// <summary>All that one kind of operation did in one phase; recorders pour their seconds into it.</summary>
internal sealed class KindSeries(OperationKind kind, string name, bool openLoop)
{
    private const int SecondsMax = 1_000_000;
    private const int LiveSeconds = 4;
    private readonly Lock _gate = new();
    private readonly List<SecondSeries> _seconds = [];
    private readonly SortedDictionary<string, LatencyBands> _errors = new(StringComparer.Ordinal);
    private readonly LatencyHistogram _latency = new();
    private readonly LatencyHistogram _failedLatency = new();
    private readonly LatencyHistogram? _service = openLoop ? new() : null;
    private readonly LatencyHistogram? _lateness = openLoop ? new() : null;
    private long _failed;
    private long _firstStart = long.MaxValue;
    private long _firstLatency;

    internal OperationKind Kind => kind;

    internal bool OpenLoop => openLoop;

    internal void Add(int second, LatencyHistogram latency, LatencyHistogram? service, LatencyHistogram? lateness)
    {
        lock (_gate)
        {
            _latency.Add(latency);
            if (openLoop)
            {
                _service!.Add(service!);
                _lateness!.Add(lateness!);
            }
            SecondAt(second).Add(latency, service);
        }
    }

    internal void Failed(string error, int second, long nanoseconds)
    {
        lock (_gate)
        {
            if (!_errors.TryGetValue(error, out var durations))
                _errors.Add(error, durations = new LatencyBands());
            durations.Record(nanoseconds);
            _failed++;
            _failedLatency.Record(nanoseconds);
            SecondAt(second).Fail(error);
        }
    }

    internal void First(long start, long nanoseconds)
    {
        lock (_gate)
        {
            if (start < _firstStart)
                (_firstStart, _firstLatency) = (start, nanoseconds);
        }
    }

    internal KindProgress Progress()
    {
        lock (_gate)
        {
            return new KindProgress(
                name, LatencyBands.Of(_latency), _errors.ToDictionary(e => e.Key, e => e.Value.Copy()));
        }
    }

    internal PhaseResult Result(DateTimeOffset startedUtc, double seconds, int outstanding, int secondCount)
    {
        lock (_gate)
        {
            if (secondCount > 0)
                SecondAt(secondCount - 1);
            return new PhaseResult
            {
                Name = name,
                Kind = kind,
                StartedUtc = startedUtc,
                Operations = _latency.Count,
                Failed = _failed,
                Errors = _errors.ToDictionary(e => e.Key, e => e.Value.Count),
                Seconds = seconds,
                Outstanding = outstanding,
                FirstOperation = _firstStart == long.MaxValue ? null : _firstLatency,
                Latency = _latency.Copy(),
                Service = _service?.Copy(),
                FailedLatency = _failedLatency.Copy(),
                Lateness = _lateness?.Copy(),
                PerSecond = [.. _seconds.Select((s, i) => s.Row(i, openLoop))],
            };
        }
    }

    private SecondSeries SecondAt(int second)
    {
        second = Math.Clamp(second, 0, SecondsMax);
        while (_seconds.Count <= second)
        {
            _seconds.Add(new SecondSeries());
            if (_seconds.Count > LiveSeconds)
                _seconds[_seconds.Count - 1 - LiveSeconds].Seal();
        }
        return _seconds[second];
    }
}
