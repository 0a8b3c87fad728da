using System;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>Reads one key.</summary>
internal readonly struct GetAction<TKey, TValue>(LockKind kind) : IKeyAction<TKey, TValue, ConditionalValue<TValue>>
    where TKey : notnull, IComparable<TKey>, IEquatable<TKey>
{
    public LockKind Kind => kind;

    public bool IsRead => true;

    public bool DependsOnState => true;

    public void Prepare(ReliableDictionary<TKey, TValue> dictionary, Transaction transaction, TKey key)
    {
    }

    public bool TryRun(ReliableDictionary<TKey, TValue> dictionary, Transaction transaction,
        Entry<TKey, TValue> entry, Version<TValue>? current, LockKind held, out ConditionalValue<TValue> result)
    {
        result = dictionary.Present(current);
        transaction.CheckReadable();
        return true;
    }
}
