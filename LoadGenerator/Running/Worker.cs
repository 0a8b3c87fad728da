using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Recording;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Metrics.Results;

namespace SfPerf.LoadGenerator.Running;

/// <summary>Keeps one operation outstanding. In a closed loop the next one begins when the last has ended; in an open
/// loop the worker waits until it is handed one.</summary>
internal sealed class Worker(PhaseExecution phase, int index) : IDisposable
{
    private const long Idle = 0;
    private const long Overdue = -1;
    private const int InlineMax = 1024;
    private const int PauseDoublingsMax = 25;
    private readonly OpenLoopSlot? _slot =
        phase.OpenLoop is null ? null : new OpenLoopSlot(phase.SingleThreaded);
    private readonly WorkerRecorder?[] _recorders = phase.Recorders(index);
    private CancellationTokenSource _cancel = new();
    private long _started;
    private bool _givenUp;
    private int _failuresInARow;

    internal async Task RunAsync()
    {
        var target = phase.Target;
        var clock = phase.Clock;
        var inline = 0;
        long sequence;
        var chooser = phase.Chooser;
        while (true)
        {
            var start = clock.Now;
            var intended = start;
            var putOff = false;
            if (_slot is not null)
            {
                (intended, var handed, putOff) = await phase.OpenLoop!.NextAsync(_slot).ConfigureAwait(false);
                if (handed == 0)
                    return;
                if (phase.IsStopped)
                {
                    phase.CountAbandoned(1);
                    continue;
                }
                (start, sequence) = (clock.Now, handed);
                if (putOff)
                    phase.OpenLoop.BeganLate(clock.Nanoseconds(start - intended));
            }
            else if (!phase.TryTake(start, out sequence))
            {
                return;
            }

            var choice = chooser.Next(sequence);
            Exception? failure = null;
            Volatile.Write(ref _started, start);
            try
            {
                var operation = choice.Kind switch
                {
                    OperationKind.Read => target.ReadAsync(choice.Item, _cancel.Token),
                    OperationKind.Scan =>
                        ((IScanTarget)target).ScanAsync(choice.Item, choice.Rows, _cancel.Token),
                    OperationKind.ReadModifyWrite => ReadModifyWriteAsync(target, choice.Item, sequence),
                    _ => target.WriteAsync(choice.Item, sequence, _cancel.Token),
                };
                inline = operation.IsCompleted ? inline + 1 : 0;
                await operation.ConfigureAwait(false);
            }
            catch (Exception e)
            {
                failure = e;
            }
            var end = clock.Now;
            if (Interlocked.Exchange(ref _started, Idle) == Overdue)
                Renew();
            // Not whether it was cancelled: nothing looks for overdue operations while this process stands still.
            var overdue = end - start > phase.TimeoutTicks;
            var recorder = _recorders[(int)choice.Kind]!;
            if (Volatile.Read(ref _givenUp))
                return;
            if (failure is null)
                chooser.Succeeded(choice);
            if (failure is null && !overdue)
            {
                recorder.Succeeded(intended, start, end, putOff);
                phase.Log?.Add(choice.Kind, intended, end, null);
                _failuresInARow = 0;
            }
            else if (!await FailedAsync(choice.Kind, failure, overdue, intended, end).ConfigureAwait(false))
            {
                return;
            }

            if (inline == InlineMax)
            {
                // A target that never waits would keep timers and other workers from this thread.
                inline = 0;
                await Task.Yield();
            }
        }
    }

    public void Dispose() => _cancel.Dispose();

    /// <summary>Cancels the operation under way when it began before <paramref name="time"/>.</summary>
    internal void CancelIfStartedBefore(long time)
    {
        var started = Volatile.Read(ref _started);
        if (started is Idle or Overdue || started >= time)
            return;
        var cancel = _cancel;
        if (Interlocked.CompareExchange(ref _started, Overdue, started) == started)
            cancel.Cancel();
    }

    internal void Cancel() => Volatile.Read(ref _cancel).Cancel();

    /// <summary>The operation under way does not end: it is counted as abandoned, whatever becomes of it.</summary>
    internal void GiveUp()
    {
        Volatile.Write(ref _givenUp, true);
        if (Volatile.Read(ref _started) != Idle)
            phase.CountAbandoned(1);
    }

    private async ValueTask ReadModifyWriteAsync(ILoadTarget target, int item, long sequence)
    {
        await target.ReadAsync(item, _cancel.Token).ConfigureAwait(false);
        await target.WriteAsync(item, sequence, _cancel.Token).ConfigureAwait(false);
    }

    private async ValueTask<bool> FailedAsync(
        OperationKind kind, Exception? failure, bool overdue, long intended, long end)
    {
        if (failure is NothingLeftException)
        {
            phase.EndEarly(failure.Message);
            return true;
        }
        if (failure is OperationCanceledException && phase.IsStopped && !overdue)
        {
            phase.CountAbandoned(1);
            return false;
        }
        // Without a failure the operation has succeeded too late.
        var error = failure is null || (overdue && failure is OperationCanceledException)
            ? ErrorKind.Timeout : ErrorKind.Of(failure);
        _recorders[(int)kind]!.Failed(error, intended, end);
        phase.Log?.Add(kind, intended, end, error);
        phase.CountFailure();
        var pause = phase.Phase.FailurePause;
        if (pause > TimeSpan.Zero && _slot is null && !phase.IsStopped)
        {
            _failuresInARow++;
            var factor = Math.Min(1L << Math.Min(_failuresInARow - 1, 30), PauseDoublingsMax);
            try
            {
                await Task.Delay(pause * factor, phase.Time, phase.StopToken).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                return false;
            }
        }
        return true;
    }

    private void Renew()
    {
        // The old one is not disposed: whoever found the operation overdue may be about to cancel it.
        Volatile.Write(ref _cancel, new CancellationTokenSource());
        if (phase.IsStopped)
            _cancel.Cancel();
    }
}
