using System;
using System.Threading;
using SfPerf.Platform;

namespace SfPerf.LoadGenerator.SelfTesting;

/// <summary>The machine's clock with timers that fire on a thread of their own, to some microseconds on a quiet
/// machine: the runtime's fire on a grid of up to 10 ms, which is longer than many a service time. The thread sleeps
/// until shortly before the first timer is due and spins for the rest. Callbacks run one after the other on that
/// thread, so they must be short.</summary>
public sealed class FineTime : TimeProvider, IDisposable
{
    // The longest time by which a timer is late that was set for an earlier time than all others.
    private static readonly long LongestSleep = (long)TimeSpan.FromMilliseconds(0.5).TotalNanoseconds;

    // What a sleep takes longer than asked: the kernel's slack and the way back onto a processor. A machine that is
    // busy makes it longer than it is worth to spin for.
    private const double OvershootMin = 20_000;
    private const double OvershootMax = 250_000;
    private const double OvershootWeight = 0.125;

    private readonly DueTimers _timers;
    private double _overshoot = OvershootMax / 2;
    private volatile bool _disposed;

    /// <summary>Makes the clock and starts its thread.</summary>
    public FineTime()
    {
        _timers = new DueTimers(this);
        new Thread(Run) { IsBackground = true, Name = "SfPerf fine timers", Priority = ThreadPriority.Highest }.Start();
    }

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        _timers.Create(callback, state, dueTime, period);

    /// <summary>Ends the thread: timers fire no more.</summary>
    public void Dispose() => _disposed = true;

    private void Run()
    {
        while (!_disposed)
        {
            var now = GetTimestamp();
            if (_timers.TakeFirst(now, out var due) is { } timer)
                timer.Fire();
            else
                Wait(now, (long)GetElapsedTime(now, due).TotalNanoseconds);
        }
    }

    private void Wait(long now, long left)
    {
        var asleep = Math.Min(LongestSleep, left - (long)(_overshoot * 2));
        if (asleep <= 0)
        {
            Thread.SpinWait(10);
            return;
        }

        FineSleep.For(asleep);
        var more = GetElapsedTime(now).TotalNanoseconds - asleep;
        _overshoot = Math.Clamp(
            _overshoot + ((Math.Min(more, OvershootMax) - _overshoot) * OvershootWeight), OvershootMin, OvershootMax);
    }
}
