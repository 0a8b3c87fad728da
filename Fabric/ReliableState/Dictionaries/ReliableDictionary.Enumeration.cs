using System;
using System.Collections.Generic;
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
            view, filter, enumerationMode == EnumerationMode.Ordered, (key, version) => new(key, ValueOf(version)!));
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
            view, null, enumerationMode == EnumerationMode.Ordered, static (key, _) => key);
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

    private async Task<SnapshotView<TKey, TValue>> ViewAsync(
        ITransaction tx, TimeSpan timeout, CancellationToken token)
    {
        StateContext.CheckTimeout(timeout);
        var transaction = Enter(tx);
        try
        {
            token.ThrowIfCancellationRequested();
            if (transaction.IsPrimary)
                await SharePrimeAsync(transaction, timeout, token).ConfigureAwait(false);
            CheckUsable();
            var lsn = transaction.Snapshot().Lsn;
            transaction.CheckReadable();
            return new(transaction, Table.At(lsn), lsn, OwnWrites(transaction));
        }
        finally
        {
            transaction.Exit();
        }
    }

    private Dictionary<TKey, Version<TValue>>? OwnWrites(Transaction transaction)
    {
        if (!transaction.HasOperations)
            return null;
        Dictionary<TKey, Version<TValue>>? own = null;
        foreach (var operation in transaction.Work.Operations)
        {
            if (ReferenceEquals(operation.Target, this))
            {
                own ??= [];
                own[((Entry<TKey, TValue>)operation.Item).Key] = (Version<TValue>)operation.Version!;
            }
        }
        return own;
    }
}
