using System;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// Defines what a transaction does with one key, apart from how it gets the lock. A struct: specialized, not boxed.
/// </summary>
internal interface IKeyAction<TKey, TValue, TResult>
    where TKey : notnull, IComparable<TKey>, IEquatable<TKey>
{
    /// <summary>Gets the lock to begin with.</summary>
    LockKind Kind { get; }

    /// <summary>Gets whether it changes nothing.</summary>
    bool IsRead { get; }

    /// <summary>Gets whether its result, or what it changes, depends on what the state holds.</summary>
    bool DependsOnState { get; }

    /// <summary>Serializes what is known already, before any lock is taken.</summary>
    void Prepare(ReliableDictionary<TKey, TValue> dictionary, Transaction transaction, TKey key);

    /// <summary>
    /// Does it, holding the lock. Current is what the transaction sees of the key, null if it is absent; a read of a
    /// snapshot has no entry.
    /// </summary>
    /// <returns>False if it needs the exclusive lock; then it is called again with that.</returns>
    bool TryRun(ReliableDictionary<TKey, TValue> dictionary, Transaction transaction, Entry<TKey, TValue> entry,
        Version<TValue>? current, LockKind held, out TResult result);
}
