using System.Collections.Generic;

namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>
/// Decides who holds one lock and who is next: no clock, no task, no monitor. The caller serializes the calls.
/// </summary>
/// <remarks>
/// A shared request suits shared holders only; an update request suits shared holders, yet a shared request does not
/// suit an update holder (asymmetric, so that the one who means to write is not kept waiting by later readers); an
/// exclusive request suits nobody. The sole holder may always upgrade. New requests queue behind waiters even when they
/// suit the holders; upgrades queue ahead of all that are not.
/// </remarks>
internal struct KeyLock
{
    // The first holder sits here and the rest in the crowd, so that a lock without company allocates nothing.
    private object? _owner;
    private LockCrowd? _crowd;
    private LockKind _kind;

    /// <summary>Gets whether nobody holds the lock; then nobody waits for it either.</summary>
    internal readonly bool IsIdle => _owner is null;

    internal readonly bool HasWaiters => _crowd is { } crowd && crowd.Waiters.First is not null;

    internal LockAnswer Request(object owner, LockKind kind)
    {
        if (_owner is null)
        {
            _owner = owner;
            _kind = kind;
            return LockAnswer.Granted;
        }
        var held = KindOf(owner);
        if (held >= kind)
            return LockAnswer.AlreadyHeld;
        if (held == LockKind.None && HasWaiters)
            return LockAnswer.Blocked;
        if (!SuitsOthers(owner, kind))
            return LockAnswer.Blocked;
        Hold(owner, kind, held);
        return held == LockKind.None ? LockAnswer.Granted : LockAnswer.Upgraded;
    }

    /// <summary>Puts a request that was blocked into the queue.</summary>
    internal void Enqueue(LockWaiter waiter)
    {
        _crowd ??= new LockCrowd();
        waiter.IsUpgrade = KindOf(waiter.Owner) != LockKind.None;
        if (waiter.IsUpgrade)
            _crowd.Waiters.InsertUpgrade(waiter);
        else
            _crowd.Waiters.Append(waiter);
    }

    /// <summary>Takes a waiter out of the queue.</summary>
    /// <returns>The waiters that this lets in, linked by <see cref="LockWaiter.NextGranted"/>; null if none.</returns>
    internal LockWaiter? Withdraw(LockWaiter waiter)
    {
        _crowd!.Waiters.Remove(waiter);
        return GrantWaiters();
    }

    /// <summary>Ends the owner's hold; does nothing if it holds nothing.</summary>
    /// <returns>The waiters that this lets in, linked by <see cref="LockWaiter.NextGranted"/>; null if none.</returns>
    internal LockWaiter? Release(object owner)
    {
        if (ReferenceEquals(_owner, owner))
        {
            if (_crowd is not { } crowd || !crowd.TakeHolder(out _owner, out _kind))
            {
                _owner = null;
                _kind = LockKind.None;
                if (_crowd is null)
                    return null;
            }
            return GrantWaiters();
        }
        return _crowd is { } others && others.RemoveHolder(owner) ? GrantWaiters() : null;
    }

    /// <summary>Ends the owner's hold if it is a shared one.</summary>
    /// <returns>The waiters that this lets in; null if none.</returns>
    internal LockWaiter? ReleaseShared(object owner) => KindOf(owner) == LockKind.Shared ? Release(owner) : null;

    internal readonly LockKind KindOf(object owner) =>
        ReferenceEquals(_owner, owner) ? _kind : _crowd is { } crowd ? crowd.KindOf(owner) : LockKind.None;

    /// <summary>Lists the holders, for messages and tests.</summary>
    internal readonly IEnumerable<(object Owner, LockKind Kind)> Holders()
    {
        var all = new List<(object, LockKind)>();
        if (_owner is not null)
            all.Add((_owner, _kind));
        if (_crowd is { } crowd)
            all.AddRange(crowd.Holders);
        return all;
    }

    internal readonly IEnumerable<LockWaiter> Waiters() => _crowd is { } crowd ? crowd.Waiters.All() : [];

    private void Hold(object owner, LockKind kind, LockKind held)
    {
        if (ReferenceEquals(_owner, owner))
            _kind = kind;
        else
            (_crowd ??= new LockCrowd()).Hold(owner, kind, held);
    }

    private readonly bool SuitsOthers(object owner, LockKind kind)
    {
        if (!ReferenceEquals(_owner, owner) && !Suits(kind, _kind))
            return false;
        if (_crowd is not { } crowd)
            return true;
        foreach (var (other, held) in crowd.Holders)
        {
            if (!ReferenceEquals(other, owner) && !Suits(kind, held))
                return false;
        }
        return true;
    }

    private static bool Suits(LockKind asked, LockKind held) =>
        asked != LockKind.Exclusive && held == LockKind.Shared;

    private LockWaiter? GrantWaiters()
    {
        LockWaiter? first = null, last = null;
        while (_crowd is { } crowd && crowd.Waiters.First is { } waiter)
        {
            if (_owner is null)
            {
                _owner = waiter.Owner;
                _kind = waiter.Kind;
            }
            else if (SuitsOthers(waiter.Owner, waiter.Kind))
            {
                Hold(waiter.Owner, waiter.Kind, KindOf(waiter.Owner));
            }
            else
            {
                break;
            }
            crowd.Waiters.Remove(waiter);
            if (last is null)
                first = waiter;
            else
                last.NextGranted = waiter;
            last = waiter;
        }
        return first;
    }
}
