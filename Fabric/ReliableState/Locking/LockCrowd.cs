using System.Collections.Generic;

namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>Represents what a lock needs once it has company: further holders and the queue.</summary>
internal sealed class LockCrowd
{
    internal List<(object Owner, LockKind Kind)> Holders { get; } = [];

    internal LockQueue Waiters { get; } = new();

    internal LockKind KindOf(object owner)
    {
        foreach (var (other, kind) in Holders)
        {
            if (ReferenceEquals(other, owner))
                return kind;
        }
        return LockKind.None;
    }

    internal void Hold(object owner, LockKind kind, LockKind held)
    {
        if (held != LockKind.None)
            RemoveHolder(owner);
        Holders.Add((owner, kind));
    }

    internal bool RemoveHolder(object owner)
    {
        for (var i = 0; i < Holders.Count; i++)
        {
            if (ReferenceEquals(Holders[i].Owner, owner))
            {
                Holders.RemoveAt(i);
                return true;
            }
        }
        return false;
    }

    /// <summary>Hands over the last holder, to become the first one of the lock.</summary>
    internal bool TakeHolder(out object? owner, out LockKind kind)
    {
        if (Holders.Count == 0)
        {
            (owner, kind) = (null, LockKind.None);
            return false;
        }
        (owner, kind) = Holders[^1];
        Holders.RemoveAt(Holders.Count - 1);
        return true;
    }
}
