using System;
using System.Collections.Generic;
using System.Threading;
using SfPerf.Fabric.Actors.Runtime.Activation;

namespace SfPerf.Fabric.Actors.Runtime.Turns;

/// <summary>
/// Represents one wait of one turn. A turn's object may wait again later, for somebody else; a wait is not used twice.
/// </summary>
internal sealed class LockWait(Turn turn, ActorEntry entry, long deadline)
{
    internal Turn Turn => turn;

    internal ActorEntry Entry => entry;

    internal long Deadline => deadline;

    internal LockWait? Next { get; set; }

    internal LockWait? Previous { get; set; }
}

/// <summary>
/// All turns of a service that wait for their actors, in the order of their deadlines, since the timeout is the same
/// for all; one timer serves the first of them.
/// </summary>
internal sealed class LockWaits : IDisposable
{
    private readonly TimeProvider _time;
    private readonly TimeSpan _timeout;
    private readonly long _timeoutTicks;
    private readonly Action<LockWait> _expire;
    private readonly ITimer? _timer;
    private readonly Lock _gate = new();
    private LockWait? _first; // guarded by _gate
    private LockWait? _last;  // guarded by _gate
    private bool _isArmed;    // guarded by _gate
    private int _count;       // guarded by _gate

    /// <param name="timeout">How long a turn may wait, or infinite.</param>
    /// <param name="time">The clock.</param>
    /// <param name="expire">Called outside all locks for each wait that is over; it may have been granted meanwhile.
    /// </param>
    internal LockWaits(TimeSpan timeout, TimeProvider time, Action<LockWait> expire)
    {
        (_time, _timeout, _expire) = (time, timeout, expire);
        if (timeout == Timeout.InfiniteTimeSpan)
            return;
        _timeoutTicks = (long)Math.Min(timeout.TotalSeconds * time.TimestampFrequency, long.MaxValue / 2);
        _timer = time.CreateTimer(
            static w => ((LockWaits)w!).Sweep(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Gets the number of turns that wait.</summary>
    internal int Count => Volatile.Read(ref _count);

    /// <summary>Begins a wait. Called under the entry's lock.</summary>
    internal void Add(Turn turn, ActorEntry entry)
    {
        lock (_gate)
        {
            // Without a timeout the wait is listed all the same, because the list also tells who waits.
            var deadline = _timer is null ? long.MaxValue : _time.GetTimestamp() + _timeoutTicks;
            var wait = new LockWait(turn, entry, deadline) { Previous = _last };
            turn.Wait = wait;
            _count++;
            if (_last is null)
                _first = wait;
            else
                _last.Next = wait;
            _last = wait;
            if (!_isArmed && _timer is not null)
                Arm(_timeout);
        }
    }

    /// <summary>Ends a turn's wait, if it is under way. Called under the entry's lock.</summary>
    internal void Remove(Turn turn)
    {
        lock (_gate)
        {
            if (turn.Wait is { } wait)
                Unlink(wait);
        }
    }

    /// <summary>Gets the actors that turns wait for now.</summary>
    internal IReadOnlyCollection<ActorEntry> Entries()
    {
        var entries = new HashSet<ActorEntry>();
        lock (_gate)
        {
            for (var wait = _first; wait is not null; wait = wait.Next)
                entries.Add(wait.Entry);
        }

        return entries;
    }

    public void Dispose() => _timer?.Dispose();

    private void Sweep()
    {
        List<LockWait> over = [];
        lock (_gate)
        {
            var now = _time.GetTimestamp();
            for (; _first is not null && _first.Deadline <= now; Unlink(_first))
                over.Add(_first);
            _isArmed = false;
            if (_first is not null)
                Arm(_time.GetElapsedTime(now, _first.Deadline));
        }
        foreach (var wait in over)
            _expire(wait);
    }

    // Timers count milliseconds: rounded down, one would run just before the deadline and be armed again.
    private void Arm(TimeSpan left)
    {
        var rounded = TimeSpan.FromMilliseconds(Math.Min(Math.Ceiling(left.TotalMilliseconds), int.MaxValue));
        _isArmed = true;
        _timer!.Change(rounded, Timeout.InfiniteTimeSpan);
    }

    private void Unlink(LockWait wait)
    {
        wait.Turn.Wait = null;
        _count--;
        if (wait.Previous is null)
            _first = wait.Next;
        else
            wait.Previous.Next = wait.Next;
        if (wait.Next is null)
            _last = wait.Previous;
        else
            wait.Next.Previous = wait.Previous;
    }
}
