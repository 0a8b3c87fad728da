using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// A dictionary as of one LSN, with a transaction's own writes over it. It lives as long as the transaction.
/// </summary>
internal sealed class SnapshotView<TKey, TValue>(
    Transaction? transaction, Table<TKey, TValue> table, long lsn, Dictionary<TKey, Version<TValue>>? own)
    where TKey : notnull
{
    /// <summary>Checks that the view may still be read.</summary>
    /// <exception cref="InvalidOperationException">
    /// The transaction has ended, and what the view shows may be gone.
    /// </exception>
    internal void CheckReadable()
    {
        if (transaction is null)
            return;
        if (transaction.State != TransactionState.Active)
            throw new InvalidOperationException($"The {transaction} has ended; its enumerations ended with it.");
        transaction.CheckReadable();
    }

    internal IEnumerable<(TKey Key, Version<TValue> Version)> Items(Func<TKey, bool>? filter, bool ordered)
    {
        var items = ordered ? InOrder(null) : Unordered();
        return filter is null ? items : items.Where(item => filter(item.Key));
    }

    /// <summary>Gets the items from a key upwards, in the order of their keys.</summary>
    internal IEnumerable<(TKey Key, Version<TValue> Version)> ItemsFrom(TKey first)
    {
        var comparer = Comparer<TKey>.Default;
        return InOrder(key => comparer.Compare(key, first) < 0);
    }

    private IEnumerable<(TKey Key, Version<TValue> Version)> Unordered()
    {
        foreach (var entry in table.Entries)
        {
            if ((own is null || !own.ContainsKey(entry.Key)) && entry.At(lsn) is { } version)
                yield return (entry.Key, version);
        }
        if (own is null)
            yield break;
        foreach (var (key, version) in own)
        {
            if (!version.IsRemoval)
                yield return (key, version);
        }
    }

    // Left out are the keys for which isBefore holds; it holds for all below the first for which it does not.
    private IEnumerable<(TKey Key, Version<TValue> Version)> InOrder(Func<TKey, bool>? isBefore)
    {
        var comparer = Comparer<TKey>.Default;
        var mine = own is null ? [] : own.OrderBy(pair => pair.Key, comparer).ToArray();
        var next = isBefore is null ? 0 : mine.TakeWhile(pair => isBefore(pair.Key)).Count();
        foreach (var entry in table.InOrder().From(isBefore))
        {
            for (; next < mine.Length && comparer.Compare(mine[next].Key, entry.Key) < 0; next++)
            {
                if (!mine[next].Value.IsRemoval)
                    yield return (mine[next].Key, mine[next].Value);
            }
            // An own write of the same key follows in the next round: keys equal in order need not be equal.
            if ((own is null || !own.ContainsKey(entry.Key)) && entry.At(lsn) is { } version)
                yield return (entry.Key, version);
        }
        for (; next < mine.Length; next++)
        {
            if (!mine[next].Value.IsRemoval)
                yield return (mine[next].Key, mine[next].Value);
        }
    }
}
