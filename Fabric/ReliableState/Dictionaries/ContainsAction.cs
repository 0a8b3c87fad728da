using System;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>Asks for one key.</summary>
internal readonly struct ContainsAction<TKey, TValue>(LockKind kind) : IKeyAction<TKey, TValue, bool>
    where TKey : notnull, IComparable<TKey>, IEquatable<TKey>
{
    public LockKind Kind => kind;

    public bool IsRead => true;

    public bool DependsOnState => true;

    public void Prepare(ReliableDictionary<TKey, TValue> dictionary, Transaction transaction, TKey key)
    {
    }

    public bool TryRun(ReliableDictionary<TKey, TValue> dictionary, Transaction transaction,
        Entry<TKey, TValue> entry, Version<TValue>? current, LockKind held, out bool result)
    {
        result = current is not null;
        transaction.CheckReadable();
        return true;
    }
}
