using System;
using System.Threading;
using SfPerf.Platform;

namespace SfPerf.LoadGenerator.SelfTesting;

/// <summary>The machine's clock with timers that fire on a thread of their own, some 0.1 ms late on a quiet machine:
/// the runtime's fire on a grid of up to 10 ms, which would swallow a tenth of a service time. Callbacks run one after
/// the other on that thread, so they must be short.</summary>
public sealed class FineTime : TimeProvider, IDisposable
{
    // The longest time by which a timer is late that was set for an earlier time than all others.
    private static readonly long LongestSleep = (long)TimeSpan.FromMilliseconds(0.5).TotalNanoseconds;
    private readonly DueTimers _timers;
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
                FineSleep.For(Math.Min(LongestSleep, (long)GetElapsedTime(now, due).TotalNanoseconds));
        }
    }
}
