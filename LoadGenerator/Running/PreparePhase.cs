using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Recording;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Metrics.Results;
using SfPerf.Workload;

namespace SfPerf.LoadGenerator.Running;

/// <summary>Resolves partitions and writes once to each, so that no measured phase pays for first contact.</summary>
internal sealed class PreparePhase(
    ILoadTarget target, RunSpecification specification, LoadRunnerOptions options, RunClock clock)
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);

    private Exception? _last;

    internal async Task<PhaseResult> RunAsync(Func<long> nextSequence, CancellationToken token)
    {
        var startedUtc = options.Time.GetUtcNow();
        var began = clock.Now;
        var series = new KindSeries(OperationKind.Prepare, PhaseNames.Prepare, openLoop: false);
        using var limit = new CancellationTokenSource(options.PrepareTimeout, options.Time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(token, limit.Token);
        try
        {
            var preparation = await target.PrepareAsync(specification.Target(), both.Token).ConfigureAwait(false);
            var recorder = new WorkerRecorder(series, clock, began);
            long? coldTime = null;
            foreach (var item in preparation.ItemPerPartition)
            {
                await WriteOnceAsync(item, nextSequence, recorder, both.Token).ConfigureAwait(false);
                coldTime ??= clock.Nanoseconds(clock.Now - began);
            }
            recorder.Flush();
            var end = clock.Now;
            var result = series.Result(startedUtc, clock.Seconds(end - began), 1, 0);
            return result with { FirstOperation = coldTime };
        }
        catch (Exception e) when (!token.IsCancellationRequested)
        {
            var cause = limit.IsCancellationRequested && e is OperationCanceledException ? _last ?? e : e;
            throw new TargetUnreachableException(
                limit.IsCancellationRequested
                    ? $"The store was not ready within {options.PrepareTimeout.TotalSeconds:0.#} s: {cause.Message}"
                    : $"The store cannot be prepared: {cause.Message}",
                cause);
        }
    }

    private async Task WriteOnceAsync(
        int item, Func<long> nextSequence, WorkerRecorder recorder, CancellationToken token)
    {
        for (var pause = FirstPause; ; pause = pause * 2 < LongestPause ? pause * 2 : LongestPause)
        {
            var start = clock.Now;
            try
            {
                await target.WriteAsync(item, nextSequence(), token).ConfigureAwait(false);
                recorder.Succeeded(start, start, clock.Now);
                return;
            }
            // A service without the method that writes will not have it at the next try either.
            catch (Exception e) when (!token.IsCancellationRequested
                && e.GetBaseException() is not MissingMethodException)
            {
                _last = e;
                recorder.Failed(ErrorKind.Of(e), start, clock.Now);
            }
            await Task.Delay(pause, options.Time, token).ConfigureAwait(false);
        }
    }
}
