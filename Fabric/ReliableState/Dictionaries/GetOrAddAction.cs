using System;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>Reads a key under the update lock, and adds it under the exclusive one if it is absent.</summary>
internal readonly struct GetOrAddAction<TKey, TValue>(Func<TKey, TValue>? factory, TValue value)
    : IKeyAction<TKey, TValue, TValue>
    where TKey : notnull, IComparable<TKey>, IEquatable<TKey>
{
    public LockKind Kind => LockKind.Update;

    public bool IsRead => false;

    public bool DependsOnState => true;

    public void Prepare(ReliableDictionary<TKey, TValue> dictionary, Transaction transaction, TKey key)
    {
    }

    public bool TryRun(ReliableDictionary<TKey, TValue> dictionary, Transaction transaction,
        Entry<TKey, TValue> entry, Version<TValue>? current, LockKind held, out TValue result)
    {
        if (current is not null)
        {
            result = dictionary.ValueOf(current)!;
            transaction.CheckReadable();
            return true;
        }
        result = value;
        if (held != LockKind.Exclusive)
            return false;
        if (factory is not null)
            result = factory(entry.Key);
        dictionary.BeginWrite(transaction, entry.Key);
        dictionary.WriteValue(transaction, result);
        dictionary.Push(transaction, entry, OperationKind.Add, result);
        return true;
    }
}
