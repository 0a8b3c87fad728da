using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <content>Reads of the whole: at the transaction's point in time, plus what it wrote itself until then.</content>
internal sealed partial class ReliableDictionary<TKey, TValue>
{
    public Task<Microsoft.ServiceFabric.Data.IAsyncEnumerable<KeyValuePair<TKey, TValue>>> CreateEnumerableAsync(
        ITransaction txn) => CreateEnumerableAsync(txn, null!, EnumerationMode.Unordered);

    public Task<Microsoft.ServiceFabric.Data.IAsyncEnumerable<KeyValuePair<TKey, TValue>>> CreateEnumerableAsync(
        ITransaction txn, EnumerationMode enumerationMode) => CreateEnumerableAsync(txn, null!, enumerationMode);

    public async Task<Microsoft.ServiceFabric.Data.IAsyncEnumerable<KeyValuePair<TKey, TValue>>> CreateEnumerableAsync(
        ITransaction txn, Func<TKey, bool> filter, EnumerationMode enumerationMode)
    {
        var view = await ViewAsync(txn, Default, default).ConfigureAwait(false);
        return new ViewEnumerable<TKey, TValue, KeyValuePair<TKey, TValue>>(
            view, () => view.Items(filter, enumerationMode == EnumerationMode.Ordered), Pair);
    }

    public async Task<Microsoft.ServiceFabric.Data.IAsyncEnumerable<KeyValuePair<TKey, TValue>>>
        CreateEnumerableFromAsync(ITransaction transaction, TKey firstKey)
    {
        var view = await ViewAsync(transaction, Default, default).ConfigureAwait(false);
        return new ViewEnumerable<TKey, TValue, KeyValuePair<TKey, TValue>>(view, () => view.ItemsFrom(firstKey), Pair);
    }

    public Task<Microsoft.ServiceFabric.Data.IAsyncEnumerable<TKey>> CreateKeyEnumerableAsync(ITransaction txn) =>
        CreateKeyEnumerableAsync(txn, EnumerationMode.Unordered, Default, default);

    public Task<Microsoft.ServiceFabric.Data.IAsyncEnumerable<TKey>> CreateKeyEnumerableAsync(
        ITransaction txn, EnumerationMode enumerationMode) =>
        CreateKeyEnumerableAsync(txn, enumerationMode, Default, default);

    public async Task<Microsoft.ServiceFabric.Data.IAsyncEnumerable<TKey>> CreateKeyEnumerableAsync(
        ITransaction txn, EnumerationMode enumerationMode, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var view = await ViewAsync(txn, timeout, cancellationToken).ConfigureAwait(false);
        return new ViewEnumerable<TKey, TValue, TKey>(
            view, () => view.Items(null, enumerationMode == EnumerationMode.Ordered), static (key, _) => key);
    }

    public async Task<long> GetCountAsync(ITransaction tx)
    {
        var view = await ViewAsync(tx, Default, default).ConfigureAwait(false);
        var count = 0L;
        foreach (var _ in view.Items(null, ordered: false))
            count++;
        view.CheckReadable();
        return count;
    }

    /// <summary>Gets the dictionary as the transaction sees it.</summary>
    internal async Task<SnapshotView<TKey, TValue>> ViewAsync(
        ITransaction tx, TimeSpan timeout, CancellationToken token)
    {
        StateContext.CheckTimeout(timeout);
        var transaction = Enter(tx);
        try
        {
            token.ThrowIfCancellationRequested();
            if (transaction.IsPrimary)
                await ShareLockAsync(transaction, timeout, token).ConfigureAwait(false);
            CheckUsable();
            transaction.CheckReadable();
            return At(transaction);
        }
        finally
        {
            transaction.Exit();
        }
    }

    /// <summary>Gets the dictionary as the transaction sees it. Inside a call of that.</summary>
    internal SnapshotView<TKey, TValue> At(Transaction transaction)
    {
        var lsn = transaction.Snapshot().Lsn;
        return new(transaction, Table.At(lsn), lsn, OwnWrites(transaction));
    }

    /// <summary>Gets the entry of a key that is there; null otherwise.</summary>
    internal Entry<TKey, TValue>? Row(TKey key) => Table.Entries.Find(key);

    /// <summary>Gets whether the last applied record left the key here.</summary>
    internal bool ContainsRow(TKey key) => Row(key)?.At(Version<TValue>.Pending - 1) is not null;

    /// <summary>Gets the keys of a state just read.</summary>
    internal TKey[] RowsInOrder() => [.. Table.Entries.Select(e => e.Key).Order()];

    private KeyValuePair<TKey, TValue> Pair(TKey key, Version<TValue> version) => new(key, ValueOf(version)!);

    private Dictionary<TKey, Version<TValue>>? OwnWrites(Transaction transaction)
    {
        if (!transaction.HasOperations)
            return null;
        Dictionary<TKey, Version<TValue>>? own = null;
        foreach (var operation in transaction.WriteSet.Operations)
        {
            if (ReferenceEquals(operation.Target, _target))
            {
                own ??= [];
                own[((Entry<TKey, TValue>)operation.Item).Key] = (Version<TValue>)operation.Version!;
            }
        }
        return own;
    }
}
