using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Metrics.Machine;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Runs;

/// <summary>Reads the counters of this machine's processes once a second while a run lasts.</summary>
internal sealed class CounterSampler : IAsyncDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private readonly IReadOnlyList<(string Name, int Id)> _processes;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stop = new();
    private readonly List<(DateTimeOffset At, ProcessReading?[] Readings)> _samples = [];
    private readonly Task _work;

    public CounterSampler(IReadOnlyList<(string Name, int Id)> processes, TimeProvider time)
    {
        (_processes, _time) = (processes, time);
        _work = SampleAsync();
    }

    /// <summary>The counters of each process in each phase: cores in use, and bytes written to disk a second.</summary>
    public IReadOnlyList<CounterSeriesRecord> Series(IEnumerable<PhaseResult> phases)
    {
        var series = new List<CounterSeriesRecord>();
        lock (_samples)
            foreach (var phase in phases.Where(p => p.Kind != OperationKind.Prepare && p.Seconds >= 1))
                for (var process = 0; process < _processes.Count; process++)
                {
                    Add(series, phase, process, "cpu", r => r.ProcessorSeconds);
                    Add(series, phase, process, "written-bytes", r => r.WrittenBytes);
                }
        return series;
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await _work.ConfigureAwait(false);
        _stop.Dispose();
    }

    private void Add(
        List<CounterSeriesRecord> series, PhaseResult phase, int process, string name, Func<ProcessReading,
            double?> value)
    {
        var end = phase.StartedUtc.AddSeconds(phase.Seconds);
        var rates = new List<double>();
        for (var i = 1; i < _samples.Count; i++)
        {
            var (before, after) = (_samples[i - 1], _samples[i]);
            if (after.At <= phase.StartedUtc || before.At >= end)
                continue;
            if (after.Readings[process] is { } b && before.Readings[process] is { } a
                && value(b) - value(a) is { } rise)
                rates.Add(Math.Max(0, rise / (after.At - before.At).TotalSeconds));
        }

        if (rates.Count > 0)
            series.Add(new CounterSeriesRecord(_processes[process].Name, name, phase.Name, rates));
    }

    private async Task SampleAsync()
    {
        using var timer = new PeriodicTimer(Interval, _time);
        try
        {
            do
            {
                var readings = _processes.Select(p => ProcessReading.Take(p.Id)).ToArray();
                lock (_samples)
                    _samples.Add((_time.GetUtcNow(), readings));
            }
            while (await timer.WaitForNextTickAsync(_stop.Token).ConfigureAwait(false));
        }
        catch (OperationCanceledException)
        {
            // Disposed: the samples stay.
        }
    }
}
