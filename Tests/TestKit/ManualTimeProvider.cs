using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace SfPerf.TestKit;

/// <summary>A clock that moves only when a test says so; due timers run inside <see cref="Advance"/>.</summary>
public sealed class ManualTimeProvider : TimeProvider
{
    private readonly Lock _gate = new();
    private readonly List<ManualTimer> _timers = [];
    private DateTimeOffset _now = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>Gets how many timers wait for the clock.</summary>
    public int PendingTimers
    {
        get
        {
            lock (_gate)
                return _timers.Count;
        }
    }

    public override DateTimeOffset GetUtcNow()
    {
        lock (_gate)
            return _now;
    }

    public override long GetTimestamp() => GetUtcNow().Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    public void Advance(TimeSpan by)
    {
        var end = GetUtcNow() + by;
        while (TakeDue(end) is { } due)
            due.Run();
        lock (_gate)
            _now = end;
    }

    private ManualTimer? TakeDue(DateTimeOffset end)
    {
        lock (_gate)
        {
            var next = _timers.Where(t => t.Due <= end).MinBy(t => t.Due);
            if (next is null)
                return null;
            _now = next.Due > _now ? next.Due : _now;
            _timers.Remove(next);
            if (next.Period > TimeSpan.Zero)
            {
                next.Due += next.Period;
                _timers.Add(next);
            }
            return next;
        }
    }

    private sealed class ManualTimer(ManualTimeProvider owner, TimerCallback callback, object? state) : ITimer
    {
        internal DateTimeOffset Due { get; set; }

        internal TimeSpan Period { get; private set; }

        internal void Run() => callback(state);

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (owner._gate)
            {
                owner._timers.Remove(this);
                if (dueTime < TimeSpan.Zero)
                    return true;
                Due = owner._now + dueTime;
                Period = period;
                owner._timers.Add(this);
            }
            return true;
        }

        public void Dispose() => Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

        public System.Threading.Tasks.ValueTask DisposeAsync()
        {
            Dispose();
            return default;
        }
    }
}
