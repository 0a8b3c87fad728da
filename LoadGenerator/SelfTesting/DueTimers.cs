using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.LoadGenerator.SelfTesting;

/// <summary>The timers of a clock of our own, in the order in which they are due; those of one moment in the order in
/// which they were set. Who takes one fires it.</summary>
internal sealed class DueTimers(TimeProvider clock)
{
    private readonly Lock _gate = new();

    // Guarded by the gate. A timer that was changed since leaves its older entries behind: their version is past.
    private readonly PriorityQueue<(DueTimer Timer, int Version), (long Due, long Order)> _due = new();
    private long _order;

    private readonly TimeProvider _clock = clock;

    internal ITimer Create(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new DueTimer(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Takes the first timer, if it is due by a time stamp.</summary>
    /// <param name="until">The time stamp.</param>
    /// <param name="due">When the first timer is due, taken or not; the largest number when there is none.</param>
    internal DueTimer? TakeFirst(long until, out long due)
    {
        lock (_gate)
        {
            while (_due.TryPeek(out var first, out var key))
            {
                due = key.Due;
                var current = first.Version == first.Timer.Version;
                if (current && due > until)
                    return null;
                _due.Dequeue();
                if (current)
                    return first.Timer;
            }
            due = long.MaxValue;
            return null;
        }
    }

    internal sealed class DueTimer(DueTimers owner, TimerCallback callback, object? state) : ITimer
    {
        private TimeSpan _period;

        internal int Version { get; private set; }

        internal void Fire()
        {
            lock (owner._gate)
            {
                Version++;
                if (_period > TimeSpan.Zero)
                    Schedule(_period);
            }
            callback(state);
        }

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (owner._gate)
            {
                Version++;
                _period = period;
                if (dueTime >= TimeSpan.Zero)
                    Schedule(dueTime);
            }
            return true;
        }

        public void Dispose()
        {
            lock (owner._gate)
                Version++;
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return default;
        }

        private void Schedule(TimeSpan due)
        {
            var ticks = (long)((Int128)due.Ticks * owner._clock.TimestampFrequency / TimeSpan.TicksPerSecond);
            owner._due.Enqueue((this, Version), (owner._clock.GetTimestamp() + ticks, owner._order++));
        }
    }
}
