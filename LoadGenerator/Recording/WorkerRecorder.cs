using System.Threading;
using SfPerf.Metrics.Histograms;

namespace SfPerf.LoadGenerator.Recording;

/// <summary>Collects the current second of one worker (or, beyond 64 outstanding, of a few), so that workers do not
/// meet at a shared counter. The lock is uncontended but for the sampler, which empties the recorder once a second.
/// </summary>
internal sealed class WorkerRecorder(KindSeries series, RunClock clock, long phaseStart)
{
    private readonly Lock _gate = new();
    private readonly LatencyHistogram _latency = new();
    private readonly LatencyHistogram? _service = series.OpenLoop ? new() : null;
    private readonly LatencyHistogram? _lateness = series.OpenLoop ? new() : null;
    private readonly long _second = clock.Provider.TimestampFrequency;
    private long _secondEnd = phaseStart + clock.Provider.TimestampFrequency;
    private bool _any;

    /// <summary>Counts a success.</summary>
    /// <param name="intended">When it was to start; in a closed loop, when it did.</param>
    /// <param name="start">When it did start.</param>
    /// <param name="end">When it ended.</param>
    /// <param name="putOff">Whether it waited for a slot, so that its lateness is not the driver's.</param>
    internal void Succeeded(long intended, long start, long end, bool putOff = false)
    {
        lock (_gate)
        {
            if (end >= _secondEnd)
                Turn(end);
            _latency.Record(clock.Nanoseconds(end - intended));
            if (_service is not null)
            {
                _service.Record(clock.Nanoseconds(end - start));
                if (!putOff)
                    _lateness!.Record(clock.Nanoseconds(start - intended));
            }
            if (_any)
                return;
            _any = true;
        }
        series.First(start, clock.Nanoseconds(end - start));
    }

    internal void Failed(string error, long intended, long end) =>
        series.Failed(error, SecondOf(end), clock.Nanoseconds(end - intended));

    /// <summary>Pours what was collected into the series.</summary>
    internal void Flush()
    {
        lock (_gate)
            Pour();
    }

    private void Turn(long end)
    {
        Pour();
        _secondEnd = phaseStart + ((SecondOf(end) + 1) * _second);
    }

    private void Pour()
    {
        if (_latency.Count == 0)
            return;
        series.Add(SecondOf(_secondEnd - 1), _latency, _service, _lateness);
        _latency.Reset();
        _service?.Reset();
        _lateness?.Reset();
    }

    private int SecondOf(long timestamp) => (int)((timestamp - phaseStart) / _second);
}
