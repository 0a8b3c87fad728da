using System.Collections.Generic;

namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>The waiters of one lock, first come first served, upgrades ahead of the rest.</summary>
internal sealed class LockQueue
{
    private LockWaiter? _last;

    internal LockWaiter? First { get; private set; }

    internal void Append(LockWaiter waiter) => InsertAfter(_last, waiter);

    internal void InsertUpgrade(LockWaiter waiter)
    {
        LockWaiter? before = null;
        for (var at = First; at is { IsUpgrade: true }; at = at.Next)
            before = at;
        InsertAfter(before, waiter);
    }

    internal void Remove(LockWaiter waiter)
    {
        if (waiter.Previous is { } previous)
            previous.Next = waiter.Next;
        else
            First = waiter.Next;
        if (waiter.Next is { } next)
            next.Previous = waiter.Previous;
        else
            _last = waiter.Previous;
        waiter.Next = waiter.Previous = null;
        waiter.IsWaiting = false;
    }

    internal IEnumerable<LockWaiter> All()
    {
        for (var at = First; at is not null; at = at.Next)
            yield return at;
    }

    private void InsertAfter(LockWaiter? before, LockWaiter waiter)
    {
        var after = before is null ? First : before.Next;
        waiter.Previous = before;
        waiter.Next = after;
        waiter.IsWaiting = true;
        if (before is null)
            First = waiter;
        else
            before.Next = waiter;
        if (after is null)
            _last = waiter;
        else
            after.Previous = waiter;
    }
}
