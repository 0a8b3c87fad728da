using System;
using System.Globalization;

namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>
/// The lock over a whole collection: every transaction that touches it shares it until it ends, Clear has it alone.
/// </summary>
/// <remarks>It counts its sharers and does not know them; a transaction notes that it holds its share.</remarks>
internal sealed class CollectionLock(Func<string> name) : LockResource
{
    private readonly LockQueue _waiters = new();
    private int _shared;
    private bool _exclusive;

    internal override LockAnswer Request(object owner, LockKind kind)
    {
        if (_exclusive || _waiters.First is not null || (kind == LockKind.Exclusive && _shared > 0))
            return LockAnswer.Blocked;
        Hold(kind);
        return LockAnswer.Granted;
    }

    internal override void Enqueue(LockWaiter waiter) => _waiters.Append(waiter);

    internal override LockWaiter? Withdraw(LockWaiter waiter)
    {
        _waiters.Remove(waiter);
        return GrantWaiters();
    }

    internal override string Describe()
    {
        lock (this)
        {
            return string.Create(CultureInfo.InvariantCulture,
                $"the whole of {name()}, held by {(_exclusive ? "a clear" : $"{_shared} transactions")}");
        }
    }

    /// <summary>Ends one hold and wakes the waiters that are granted the lock. Takes the monitor itself.</summary>
    internal void Exit(LockKind kind)
    {
        LockWaiter? granted;
        lock (this)
        {
            if (kind == LockKind.Exclusive)
                _exclusive = false;
            else
                _shared--;
            granted = _waiters.First is null ? null : GrantWaiters();
        }
        LockWaiter.Wake(granted);
    }

    private void Hold(LockKind kind)
    {
        if (kind == LockKind.Exclusive)
            _exclusive = true;
        else
            _shared++;
    }

    private LockWaiter? GrantWaiters()
    {
        LockWaiter? first = null, last = null;
        while (_waiters.First is { } waiter && !_exclusive && (waiter.Kind != LockKind.Exclusive || _shared == 0))
        {
            Hold(waiter.Kind);
            _waiters.Remove(waiter);
            if (last is null)
                first = waiter;
            else
                last.NextGranted = waiter;
            last = waiter;
        }
        return first;
    }
}
