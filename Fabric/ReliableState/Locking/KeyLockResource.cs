using System.Globalization;
using System.Linq;

namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>
/// A resource with shared, update and exclusive locks: a key of a collection, or the name of a state.
/// </summary>
internal abstract class KeyLockResource : LockResource
{
    private KeyLock _lock;

    /// <summary>Gets whether nobody holds the lock; the caller holds the monitor.</summary>
    internal bool IsIdle => _lock.IsIdle;

    /// <summary>Gets a value indicating whether the resource was dropped; guarded by the monitor.</summary>
    internal bool IsGone { get; private protected set; }

    internal sealed override LockAnswer Request(object owner, LockKind kind) =>
        IsGone ? LockAnswer.Gone : _lock.Request(owner, kind);

    internal sealed override LockWaiter? Enqueue(LockWaiter waiter)
    {
        _lock.Enqueue(waiter);
        return null; // Nobody leaves without the monitor.
    }

    internal sealed override LockWaiter? Withdraw(LockWaiter waiter) => _lock.Withdraw(waiter);

    internal LockWaiter? Release(object owner) => _lock.Release(owner);

    internal LockWaiter? ReleaseShared(object owner) => _lock.ReleaseShared(owner);

    internal sealed override string Describe()
    {
        lock (this)
        {
            var holders = string.Join(", ", _lock.Holders().Select(h => $"{h.Owner} ({h.Kind})"));
            return string.Create(CultureInfo.InvariantCulture,
                $"{DescribeName()}, held by {(holders.Length == 0 ? "nobody" : holders)}");
        }
    }

    /// <summary>Names the resource.</summary>
    private protected abstract string DescribeName();
}
