using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.LoadGenerator.SelfTesting;

/// <summary>A clock that jumps to the next timer as soon as nothing else is to be done: an hour takes what its events
/// cost. One thread; whatever is awaited must be this clock's timers or ended by them.</summary>
internal sealed class VirtualTime : TimeProvider
{
    private static readonly DateTimeOffset Epoch = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
    private readonly PriorityQueue<(VirtualTimer Timer, int Version), (long Due, long Order)> _due = new();
    private long _now;
    private long _order;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => _now;

    public override DateTimeOffset GetUtcNow() => Epoch.AddTicks(_now);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new VirtualTimer(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Runs work to its end.</summary>
    /// <exception cref="InvalidOperationException">The work waits for something that is not this clock's.</exception>
    internal T Run<T>(Func<Task<T>> work)
    {
        var task = work();
        while (!task.IsCompleted)
        {
            if (!_due.TryDequeue(out var next, out var key))
                throw new InvalidOperationException("The work waits for something other than virtual time.");
            if (next.Version != next.Timer.Version)
                continue;
            _now = Math.Max(_now, key.Due);
            next.Timer.Fire();
        }
#pragma warning disable VSTHRD002 // The task has ended: this only takes its result.
        return task.GetAwaiter().GetResult();
#pragma warning restore VSTHRD002
    }

    private sealed class VirtualTimer(VirtualTime owner, TimerCallback callback, object? state) : ITimer
    {
        private TimeSpan _period;

        internal int Version { get; private set; }

        internal void Fire()
        {
            Version++;
            if (_period > TimeSpan.Zero)
                Schedule(_period);
            callback(state);
        }

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            Version++;
            _period = period;
            if (dueTime >= TimeSpan.Zero)
                Schedule(dueTime);
            return true;
        }

        public void Dispose() => Version++;

        public ValueTask DisposeAsync()
        {
            Dispose();
            return default;
        }

        private void Schedule(TimeSpan due) =>
            owner._due.Enqueue((this, Version), (owner._now + due.Ticks, owner._order++));
    }
}
