using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.ExceptionServices;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Recording;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;

namespace SfPerf.LoadGenerator.Running;

internal sealed partial class PhaseExecution
{
    private static readonly TimeSpan ShortestWatch = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan LongestWatch = TimeSpan.FromMilliseconds(500);

    internal async Task<IReadOnlyList<PhaseResult>> RunAsync(CancellationToken token)
    {
        var workers = new Worker[Phase.Outstanding];
        for (var i = 0; i < workers.Length; i++)
            workers[i] = new Worker(this, i);
        using var cancelled = token.Register(() => Stop("cancelled"));
        using var watchStop = new CancellationTokenSource();
        var watch = EndOnFailureAsync(WatchAsync(workers, watchStop.Token));
        var work = Task.WhenAll(workers.Select(w => EndOnFailureAsync(StartWorker(w))));
        var pacing = OpenLoop is null ? Task.CompletedTask : EndOnFailureAsync(PaceAsync());
        var end = await WaitAsync(work, workers).ConfigureAwait(false);
        await pacing.ConfigureAwait(false);
        // Workers that do not end begin no operation that still waits.
        CountAbandoned(OpenLoop?.Abandon() ?? 0);
        // Not CancelAsync: it leaves the thread, which virtual time must not.
        watchStop.Cancel();
        await watch.ConfigureAwait(false);
        var results = Finish(end, workers);
        Volatile.Read(ref _failure)?.Throw();
        return results;
    }

    // A worker, the pacing or the watch that throws ends the phase, which then throws the same: without one of them the
    // others would wait for ever. Never throws itself, so that all of them are waited for.
    private async Task EndOnFailureAsync(Task part)
    {
        try
        {
            await part.ConfigureAwait(false);
        }
        catch (Exception e)
        {
            Interlocked.CompareExchange(ref _failure, ExceptionDispatchInfo.Capture(e), null);
            Stop($"{e.GetType().Name}: {e.Message}");
            OpenLoop?.End();
        }
    }

    private Task StartWorker(Worker worker) =>
        _options.SingleThreaded ? worker.RunAsync() : Task.Run(worker.RunAsync, CancellationToken.None);

    private async Task PaceAsync()
    {
        if (_options.SingleThreaded)
        {
            await new PacingTimer(this).RunAsync().ConfigureAwait(false);
        }
        else
        {
            await OpenLoop!.AllFree.ConfigureAwait(false);
            await new PacingThread(this).RunAsync().ConfigureAwait(false);
        }
        OpenLoop!.End();
    }

    /// <summary>Waits for the workers; once the phase was stopped, no longer than the drain timeout.</summary>
    private async Task<long> WaitAsync(Task work, Worker[] workers)
    {
        var stopped = new TaskCompletionSource();
        using (_stop.Token.Register(stopped.SetResult))
            await Task.WhenAny(work, stopped.Task).ConfigureAwait(false);
        if (work.IsCompleted)
            return Clock.Now;
        var end = Clock.Now;
        foreach (var worker in workers)
            worker.Cancel();
        try
        {
            await work.WaitAsync(_options.DrainTimeout, Time).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            foreach (var worker in workers)
                worker.GiveUp();
        }
        return end;
    }

    private async Task WatchAsync(Worker[] workers, CancellationToken token)
    {
        var step = Phase.OperationTimeout / 10;
        step = step < ShortestWatch ? ShortestWatch : step > LongestWatch ? LongestWatch : step;
        if (step > _options.ProgressInterval)
            step = _options.ProgressInterval;
        var interval = Clock.Ticks(_options.ProgressInterval);
        var next = Start + interval;
        using var timer = new PeriodicTimer(step, Time);
        try
        {
            while (await timer.WaitForNextTickAsync(token).ConfigureAwait(false))
            {
                var now = Clock.Now;
                foreach (var worker in workers)
                    worker.CancelIfStartedBefore(now - TimeoutTicks);
                // Once all starts have been offered, only this loop notices a backlog.
                StopIfBehind(OpenLoop?.OldestWaiting ?? now);
                if (now < next)
                    continue;
                next += (((now - next) / interval) + 1) * interval;
                Report(now);
            }
        }
        catch (OperationCanceledException)
        {
            Report(Clock.Now);
        }
    }

    private void Report(long now)
    {
        Flush();
        if (_options.Progress is not { } progress)
            return;
        var elapsed = Clock.Seconds(now - Start);
        KindProgress[] kinds = [.. _series.Select(s => s.Progress())];
        var issued = Issued - Volatile.Read(ref _notMade);
        var ended = kinds.Sum(k => k.Operations + k.Failed) + Volatile.Read(ref _abandoned);
        progress(new RunProgress(Phase.Name, TimeSpan.FromSeconds(elapsed), issued, Phase.Operations, kinds)
        {
            UnderWay = Math.Max(0, issued - ended - (OpenLoop?.Backlog ?? 0)),
            LateStarts = OpenLoop?.Lateness ?? new LatencyBands(),
        });
    }

    private IReadOnlyList<PhaseResult> Finish(long end, Worker[] workers)
    {
        foreach (var worker in workers)
            worker.Dispose();
        Flush();
        var seconds = Clock.Seconds(end - Start);
        var results = new List<PhaseResult>(_series.Length);
        foreach (var series in _series)
        {
            // What belongs to the phase and not to a kind of operation is reported once.
            var isFirst = results.Count == 0;
            results.Add(series.Result(StartedUtc, seconds, Phase.Outstanding, (int)Math.Ceiling(seconds)) with
            {
                Abandoned = isFirst ? Volatile.Read(ref _abandoned) : 0,
                Stopped = Volatile.Read(ref _stopped),
                OfferedRate = Phase.Arrivals?.Rate * Phase.Shares.Of(series.Kind),
                LateStarts = isFirst ? OpenLoop?.LateStarts ?? 0 : 0,
            });
        }
        return results;
    }
}
