using System.Threading;
using SfPerf.Fabric.ReliableState.Locking;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// A key with its lock and its versions, the newest first. A key without a version is there for its lock.
/// </summary>
internal sealed class Entry<TKey, TValue>(TKey key) : KeyLockResource
{
    private Version<TValue>? _newest;

    internal TKey Key { get; } = key;

    internal Version<TValue>? Newest => Volatile.Read(ref _newest);

    /// <summary>
    /// Gets what a transaction that holds a lock on this key sees: its own last write, else the last applied.
    /// </summary>
    internal Version<TValue>? Current(object owner)
    {
        var version = Newest;
        while (version is { Lsn: Version<TValue>.Pending } && !version.IsPendingOf(owner))
            version = version.Older;
        return version is { IsRemoval: true } ? null : version;
    }

    /// <summary>Gets what a registered reader at an LSN sees; null if the key was absent.</summary>
    internal Version<TValue>? At(long lsn)
    {
        // What the reader may see stays what it is. What is newer may become another version of another key at any
        // moment, with a newer LSN still.
        var version = Newest;
        if (version is not null && version.Lsn > lsn)
            version = FindAt(lsn);
        return version is { IsRemoval: true } ? null : version;
    }

    /// <summary>Adds a pending version; its transaction holds the exclusive lock.</summary>
    internal void Push(Version<TValue> version)
    {
        lock (this)
        {
            version.Older = _newest;
            Volatile.Write(ref _newest, version);
        }
    }

    /// <summary>
    /// Adds an applied version from the log, below pending ones, and says whether the key was present.
    /// </summary>
    /// <returns>False if the entry was dropped meanwhile; look the key up again.</returns>
    internal bool TryInstall(Version<TValue> version, out bool wasPresent)
    {
        lock (this)
        {
            Version<TValue>? above = null;
            var below = _newest;
            while (below is { Lsn: Version<TValue>.Pending })
                (above, below) = (below, below.Older);
            wasPresent = below is { IsRemoval: false };
            if (IsGone)
                return false;
            version.Older = below;
            if (above is null)
                Volatile.Write(ref _newest, version);
            else
                above.Older = version;
            return true;
        }
    }

    /// <summary>Takes a version that was never applied out of the chain.</summary>
    internal void Withdraw(Version<TValue> version)
    {
        lock (this)
        {
            if (ReferenceEquals(_newest, version))
            {
                Volatile.Write(ref _newest, version.Older);
                return;
            }
            for (var at = _newest; at is not null; at = at.Older)
            {
                if (ReferenceEquals(at.Older, version))
                {
                    at.Older = version.Older;
                    return;
                }
            }
        }
    }

    private Version<TValue>? FindAt(long lsn)
    {
        lock (this)
        {
            var version = _newest;
            while (version is not null && version.Lsn > lsn)
                version = version.Older;
            return version;
        }
    }

    /// <summary>
    /// Finds the applied version that hides what a reader at an LSN sees. The caller holds the monitor.
    /// </summary>
    internal Version<TValue>? FirstAfter(long lsn)
    {
        for (var at = _newest; at is not null; at = at.Older)
        {
            if (at.Lsn != Version<TValue>.Pending && at.Older is { } older && older.Lsn <= lsn)
                return at.Lsn > lsn ? at : null;
        }
        return null;
    }

    /// <summary>
    /// Gets whether nothing is left but a lock, or a removal that hides nothing. The caller holds the monitor.
    /// </summary>
    internal bool IsEmpty =>
        Newest is not { } newest
        || (newest is { IsRemoval: true, Older: null } && newest.Lsn != Version<TValue>.Pending);

    /// <summary>Marks the entry as dropped. The caller holds the monitor, and nobody the lock.</summary>
    internal void MarkGone() => IsGone = true;

    private protected override string DescribeName() => $"key '{Key}'";
}
