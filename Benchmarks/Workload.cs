using System;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Benchmarks;

/// <summary>A closed loop: so many operations outstanding, each on a worker with a recorder of its own.</summary>
internal static class Workload
{
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(1.5);

    internal static async Task<Measurement> RunAsync(
        int outstanding, int seconds, Func<int, Func<ValueTask>> worker, bool tell = false)
    {
        using var stop = new CancellationTokenSource();
        var recorders = Enumerable.Range(0, outstanding).Select(_ => new Recorder()).ToArray();
        var workers = recorders.Select((r, i) => Task.Run(() => r.RunAsync(worker(i), stop.Token))).ToArray();
        await Task.Delay(WarmUp, TimeProvider.System).ConfigureAwait(false);
        foreach (var recorder in recorders)
            recorder.Begin();
        if (tell)
            Console.WriteLine("begun");
        var start = new Measurement.Start();
        await Task.Delay(TimeSpan.FromSeconds(seconds), TimeProvider.System).ConfigureAwait(false);
        var sum = new LatencyHistogram();
        var taken = recorders.Select(r => r.End()).ToArray();
        var result = start.End(taken.Sum(t => t.Count), null);
        foreach (var histogram in taken)
            sum.Add(histogram);
        await stop.CancelAsync().ConfigureAwait(false);
        await Task.WhenAll(workers).ConfigureAwait(false);
        return result with { P50 = sum.ValueAt(50) / 1e3, P99 = sum.ValueAt(99) / 1e3 };
    }

    private sealed class Recorder
    {
        private readonly Lock _gate = new();
        private LatencyHistogram _latency = new();

        internal void Begin()
        {
            lock (_gate)
                _latency = new LatencyHistogram();
        }

        internal LatencyHistogram End()
        {
            lock (_gate)
                return _latency.Copy();
        }

        internal async Task RunAsync(Func<ValueTask> operation, CancellationToken stop)
        {
            while (!stop.IsCancellationRequested)
            {
                var start = Stopwatch.GetTimestamp();
                await operation().ConfigureAwait(false);
                var elapsed = (long)Stopwatch.GetElapsedTime(start).TotalNanoseconds;
                lock (_gate)
                    _latency.Record(elapsed);
            }
        }
    }
}
