using System;
using System.Globalization;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>
/// The lock over a whole collection: every transaction that touches it shares it until it ends, Clear has it alone.
/// </summary>
/// <remarks>
/// It counts its sharers and does not know them; a transaction notes that it holds its share. While nobody has the lock
/// alone or waits for it, a share costs one exchange and no monitor. Otherwise the lock is closed, which a count below
/// zero says: then everybody takes the monitor.
/// </remarks>
internal sealed class CollectionLock(Func<string> name) : LockResource
{
    private const int Closed = int.MinValue / 2; // added to the number of sharers
    private readonly LockQueue _waiters = new();
    private int _shared;        // any thread may add or subtract 1; under the monitor alone it is closed and opened
    private bool _exclusive;    // guarded by the monitor

    private bool IsClosed => Volatile.Read(ref _shared) < 0;

    /// <summary>Shares the lock if it is not closed. Any thread; takes no monitor.</summary>
    internal bool TryShare()
    {
        var shared = Volatile.Read(ref _shared);
        while (shared >= 0)
        {
            var before = Interlocked.CompareExchange(ref _shared, shared + 1, shared);
            if (before == shared)
                return true;
            shared = before;
        }
        return false;
    }

    internal override LockAnswer Request(object owner, LockKind kind)
    {
        if (kind != LockKind.Exclusive)
            return TryShare() ? LockAnswer.Granted : LockAnswer.Blocked;
        if (Interlocked.CompareExchange(ref _shared, Closed, 0) != 0)
            return LockAnswer.Blocked;
        _exclusive = true;
        return LockAnswer.Granted;
    }

    internal override LockWaiter? Enqueue(LockWaiter waiter)
    {
        _waiters.Append(waiter);
        if (!IsClosed)
            Interlocked.Add(ref _shared, Closed);
        // The last sharer may have left before it was closed, and then wakes nobody.
        return GrantWaiters();
    }

    internal override LockWaiter? Withdraw(LockWaiter waiter)
    {
        _waiters.Remove(waiter);
        return GrantWaiters();
    }

    internal override string Describe()
    {
        lock (this)
        {
            var shared = Volatile.Read(ref _shared);
            return string.Create(CultureInfo.InvariantCulture,
                $"the whole of {name()}, held by "
                + $"{(_exclusive ? "a clear" : $"{(shared < 0 ? shared - Closed : shared)} transactions")}");
        }
    }

    /// <summary>Ends one hold and wakes the waiters that are granted the lock. Takes the monitor if it must.</summary>
    internal void Exit(LockKind kind)
    {
        if (kind != LockKind.Exclusive && Interlocked.Decrement(ref _shared) >= 0)
            return;
        LockWaiter? granted;
        lock (this)
        {
            if (kind == LockKind.Exclusive)
                _exclusive = false;
            granted = GrantWaiters();
        }
        LockWaiter.Wake(granted);
    }

    // Opens the lock when nobody is left who needs it closed.
    private LockWaiter? GrantWaiters()
    {
        LockWaiter? first = null, last = null;
        while (_waiters.First is { } waiter && TryHold(waiter.Kind))
        {
            _waiters.Remove(waiter);
            if (last is null)
                first = waiter;
            else
                last.NextGranted = waiter;
            last = waiter;
        }
        if (_waiters.First is null && !_exclusive && IsClosed)
            Interlocked.Add(ref _shared, -Closed);
        return first;
    }

    // While it is closed.
    private bool TryHold(LockKind kind)
    {
        if (_exclusive || (kind == LockKind.Exclusive && Volatile.Read(ref _shared) != Closed))
            return false;
        if (kind == LockKind.Exclusive)
            _exclusive = true;
        else
            Interlocked.Increment(ref _shared);
        return true;
    }
}
