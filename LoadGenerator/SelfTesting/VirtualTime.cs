using System;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.LoadGenerator.SelfTesting;

/// <summary>A clock that jumps to the next timer as soon as nothing else is to be done: an hour takes what its events
/// cost. One thread; whatever is awaited must be this clock's timers or ended by them.</summary>
internal sealed class VirtualTime : TimeProvider
{
    private static readonly DateTimeOffset Epoch = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
    private readonly DueTimers _timers;
    private long _now;

    internal VirtualTime() => _timers = new DueTimers(this);

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => _now;

    public override DateTimeOffset GetUtcNow() => Epoch.AddTicks(_now);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        _timers.Create(callback, state, dueTime, period);

    /// <summary>Runs work to its end.</summary>
    /// <exception cref="InvalidOperationException">The work waits for something that is not this clock's.</exception>
    internal T Run<T>(Func<Task<T>> work)
    {
        var task = work();
        while (!task.IsCompleted)
        {
            if (_timers.TakeFirst(long.MaxValue, out var due) is not { } next)
                throw new InvalidOperationException("The work waits for something other than virtual time.");
            _now = Math.Max(_now, due);
            next.Fire();
        }
#pragma warning disable VSTHRD002 // The task has ended: this only takes its result.
        return task.GetAwaiter().GetResult();
#pragma warning restore VSTHRD002
    }
}
