using System;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>
/// All timeouts of a replica on one timer, which runs only while something waits. An item expires not before its time
/// and at most one tick after it.
/// </summary>
internal sealed class TimerWheel : IDisposable
{
    private const int SlotCount = 512;
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(10);

    private readonly Lock _gate = new();
    private readonly TimeProvider _time;
    private readonly long _start;
    private readonly ITimer _timer;
    private readonly WheelItem?[] _slots = new WheelItem?[SlotCount]; // guarded by _gate, as are the fields below
    private long _doneTick;
    private int _count;
    private bool _disposed;

    internal TimerWheel(TimeProvider time)
    {
        _time = time;
        _start = time.GetTimestamp();
        _timer = time.CreateTimer(static wheel => ((TimerWheel)wheel!).Turn(), this, Timeout.InfiniteTimeSpan,
            Timeout.InfiniteTimeSpan);
    }

    public void Dispose()
    {
        lock (_gate)
            _disposed = true;
        _timer.Dispose();
    }

    internal void Add(WheelItem item, TimeSpan timeout)
    {
        lock (_gate)
        {
            if (_disposed)
                return;
            var due = _time.GetElapsedTime(_start) + timeout;
            item.DueTick = (due.Ticks + Tick.Ticks - 1) / Tick.Ticks;
            Link(item);
            if (_count++ == 0)
            {
                _doneTick = CurrentTick();
                _timer.Change(Tick, Tick);
            }
        }
    }

    internal void Remove(WheelItem item)
    {
        lock (_gate)
        {
            if (item.DueTick >= 0)
                Unlink(item);
        }
    }

    private long CurrentTick() => _time.GetElapsedTime(_start).Ticks / Tick.Ticks;

    private void Turn()
    {
        WheelItem? expired = null;
        lock (_gate)
        {
            var now = CurrentTick();
            // After a long stall every slot is due, but none more than once.
            for (var tick = Math.Max(_doneTick + 1, now - SlotCount + 1); tick <= now; tick++)
                expired = TakeDue(tick, now, expired);
            _doneTick = now;
            if (_count == 0 && !_disposed)
                _timer.Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        }
        while (expired is not null)
        {
            var next = expired.WheelNext;
            expired.WheelNext = null;
            expired.RunExpiry();
            expired = next;
        }
    }

    private WheelItem? TakeDue(long tick, long now, WheelItem? expired)
    {
        for (var item = _slots[tick % SlotCount]; item is not null;)
        {
            var next = item.WheelNext;
            if (item.DueTick <= now)
            {
                Unlink(item);
                item.WheelNext = expired;
                expired = item;
            }
            item = next;
        }
        return expired;
    }

    private void Link(WheelItem item)
    {
        ref var slot = ref _slots[item.DueTick % SlotCount];
        item.WheelPrevious = null;
        item.WheelNext = slot;
        if (slot is not null)
            slot.WheelPrevious = item;
        slot = item;
    }

    private void Unlink(WheelItem item)
    {
        if (item.WheelPrevious is { } previous)
            previous.WheelNext = item.WheelNext;
        else
            _slots[item.DueTick % SlotCount] = item.WheelNext;
        if (item.WheelNext is { } next)
            next.WheelPrevious = item.WheelPrevious;
        item.WheelNext = item.WheelPrevious = null;
        item.DueTick = -1;
        _count--;
    }
}
