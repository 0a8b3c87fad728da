using System;
using System.Collections.Generic;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>Puts a value that the caller has at hand.</summary>
internal readonly struct PutAction<TKey, TValue>(PutMode mode, TValue value, TValue? expected = default)
    : IKeyAction<TKey, TValue, bool>
    where TKey : notnull, IComparable<TKey>, IEquatable<TKey>
{
    public LockKind Kind => LockKind.Exclusive;

    public bool IsRead => false;

    public bool DependsOnState => mode != PutMode.Set;

    public void Prepare(ReliableDictionary<TKey, TValue> dictionary, Transaction transaction, TKey key)
    {
        dictionary.BeginWrite(transaction, key);
        dictionary.WriteValue(transaction, value);
    }

    public bool TryRun(ReliableDictionary<TKey, TValue> dictionary, Transaction transaction,
        Entry<TKey, TValue> entry, Version<TValue>? current, LockKind held, out bool result)
    {
        result = mode switch
        {
            PutMode.Set => true,
            PutMode.TryUpdate => current is not null
                && EqualityComparer<TValue>.Default.Equals(dictionary.ValueOf(current), expected),
            _ => current is null,
        };
        if (result)
            dictionary.Push(transaction, entry, current is null ? OperationKind.Add : OperationKind.Update, value);
        else
            transaction.CheckReadable(); // Nothing is written that a newer primary could refuse: this is a read.
        if (!result && mode == PutMode.Add)
            throw new ArgumentException($"The key '{entry.Key}' is in '{dictionary.Name}' already.");
        return true;
    }
}
