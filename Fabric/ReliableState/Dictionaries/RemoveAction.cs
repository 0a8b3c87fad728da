using System;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>Removes a key and gives its value.</summary>
internal readonly struct RemoveAction<TKey, TValue> : IKeyAction<TKey, TValue, ConditionalValue<TValue>>
    where TKey : notnull, IComparable<TKey>, IEquatable<TKey>
{
    public LockKind Kind => LockKind.Exclusive;

    public bool IsRead => false;

    public bool DependsOnState => true;

    public void Prepare(ReliableDictionary<TKey, TValue> dictionary, Transaction transaction, TKey key) =>
        dictionary.BeginWrite(transaction, key);

    public bool TryRun(ReliableDictionary<TKey, TValue> dictionary, Transaction transaction,
        Entry<TKey, TValue> entry, Version<TValue>? current, LockKind held, out ConditionalValue<TValue> result)
    {
        result = dictionary.Present(current);
        if (current is not null)
            dictionary.Push(transaction, entry, OperationKind.Remove, default);
        else
            transaction.CheckReadable(); // Nothing is written that a newer primary could refuse: this is a read.
        return true;
    }
}
