using System;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// Puts a value that depends on whether the key is there. The service's functions run under the lock.
/// </summary>
internal readonly struct AddOrUpdateAction<TKey, TValue>(
    Func<TKey, TValue>? addFactory, TValue addValue, Func<TKey, TValue, TValue> updateFactory)
    : IKeyAction<TKey, TValue, TValue>
    where TKey : notnull, IComparable<TKey>, IEquatable<TKey>
{
    public LockKind Kind => LockKind.Exclusive;

    public bool IsRead => false;

    public bool DependsOnState => true;

    public void Prepare(ReliableDictionary<TKey, TValue> dictionary, Transaction transaction, TKey key)
    {
    }

    public bool TryRun(ReliableDictionary<TKey, TValue> dictionary, Transaction transaction,
        Entry<TKey, TValue> entry, Version<TValue>? current, LockKind held, out TValue result)
    {
        if (current is not null)
            result = updateFactory(entry.Key, dictionary.ValueOf(current)!);
        else
            result = addFactory is null ? addValue : addFactory(entry.Key);
        dictionary.BeginWrite(transaction, entry.Key);
        dictionary.WriteValue(transaction, result);
        dictionary.Push(transaction, entry, current is null ? OperationKind.Add : OperationKind.Update, result);
        return true;
    }
}
