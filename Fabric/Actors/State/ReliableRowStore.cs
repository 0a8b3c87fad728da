using System;
using System.Collections.Generic;
using System.Fabric;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.Data;

namespace SfPerf.Fabric.Actors.State;

/// <summary>Rows in reliable dictionaries, one for each table: a write is one transaction, and one record.</summary>
internal sealed class ReliableRowStore(IReliableStateManager manager, TimeProvider time) : RowStore
{
    private static readonly string[] Names = ["Actors", "ActorStates", "ActorReminders"];
    private static readonly TimeSpan LockTimeout = TimeSpan.FromSeconds(4);

    // The second attempt is made at once. Before the last one it is two minutes in all: by then this replica has lost
    // its role, or has a quorum again, for which a commit waits.
    private const int AttemptsMax = 13;
    private static readonly TimeSpan RetryDelay = TimeSpan.FromMilliseconds(64);

    private readonly Lock _gate = new();
    private IReliableDictionary2<RowKey, byte[]>[]? _tables;              // null until they are found or made
    private Task<IReliableDictionary2<RowKey, byte[]>[]>? _findingTables; // guarded by _gate

    internal override async ValueTask<byte[]?> ReadAsync(RowTable table, RowKey key, CancellationToken token)
    {
        var tables = Volatile.Read(ref _tables) ?? await FindTablesAsync().ConfigureAwait(false);
        using var transaction = manager.CreateTransaction();
        var found = await tables[(int)table].TryGetValueAsync(transaction, key, LockTimeout, token)
            .ConfigureAwait(false);
        return found.HasValue ? found.Value : null;
    }

    // A commit of unknown outcome is repeated: storing the same rows again does no harm, whether the first record is
    // committed or not, as long as no other primary wrote in between: after the term it throws, and the caller calls
    // the primary.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    internal override async ValueTask WriteAsync(List<RowWrite> writes, RoleTerm term, CancellationToken token)
    {
        var tables = Volatile.Read(ref _tables) ?? await FindTablesAsync().ConfigureAwait(false);
        for (var attempt = 1; ; attempt++)
        {
            if (attempt > 2)
                await Task.Delay(RetryDelay * (1 << (attempt - 3)), time, token).ConfigureAwait(false);
            using var transaction = (IConditionalTransaction)manager.CreateTransaction();
            transaction.CommitCondition = term;
            for (var i = 0; i < writes.Count; i++)
            {
                var table = tables[(int)writes[i].Table];
                if (writes[i].Value is { } value)
                    await table.SetAsync(transaction, writes[i].Key, value, LockTimeout, token).ConfigureAwait(false);
                else
                    await table.TryRemoveAsync(transaction, writes[i].Key, LockTimeout, token).ConfigureAwait(false);
            }

            try
            {
                await transaction.CommitAsync().ConfigureAwait(false);
                return;
            }
            catch (TransactionFaultedException e) when (IsOutcomeUnknown(e) && attempt < AttemptsMax)
            {
                // The commit is tried again.
            }
        }
    }

    internal override async Task<List<Row>> ReadRangeAsync(
        RowTable table, RowKey first, RowKey prefix, int countMax, CancellationToken token)
    {
        var tables = Volatile.Read(ref _tables) ?? await FindTablesAsync().ConfigureAwait(false);
        using var transaction = manager.CreateTransaction();
        var range = await ((IKeyRange<RowKey, byte[]>)tables[(int)table])
            .CreateEnumerableFromAsync(transaction, first).ConfigureAwait(false);
        return await ReadAsync(range, prefix, countMax, token).ConfigureAwait(false);
    }

    internal override async Task<List<Row>> ReadAllAsync(RowTable table, CancellationToken token)
    {
        var tables = Volatile.Read(ref _tables) ?? await FindTablesAsync().ConfigureAwait(false);
        using var transaction = manager.CreateTransaction();
        var all = await tables[(int)table].CreateEnumerableAsync(transaction).ConfigureAwait(false);
        return await ReadAsync(all, default, int.MaxValue, token).ConfigureAwait(false);
    }

    // The tables of a state that a copy or a restore replaced are others.
    internal override void Reset() => Volatile.Write(ref _tables, null);

    private static async Task<List<Row>> ReadAsync(
        Microsoft.ServiceFabric.Data.IAsyncEnumerable<KeyValuePair<RowKey, byte[]>> source,
        RowKey prefix,
        int countMax,
        CancellationToken token)
    {
        var rows = new List<Row>();
        using var each = source.GetAsyncEnumerator();
        while (rows.Count < countMax && await each.MoveNextAsync(token).ConfigureAwait(false))
        {
            if (!each.Current.Key.StartsWith(prefix))
                break;
            rows.Add(new(each.Current.Key, each.Current.Value));
        }

        return rows;
    }

    /// <summary>Tells whether a commit may have stored its rows. A transaction that was too large never entered the
    /// log, and never will.</summary>
    internal static bool IsOutcomeUnknown(Exception failure) => failure is TransactionFaultedException
    {
        InnerException: not (null or FabricReplicationOperationTooLargeException),
    };

    // One search for all who wait for it: the tables of a new partition are made, which may take until it has a quorum.
    private Task<IReliableDictionary2<RowKey, byte[]>[]> FindTablesAsync()
    {
        lock (_gate)
        {
            if (_findingTables is null or { IsCompleted: true })
                _findingTables = MakeTablesAsync();
            return _findingTables;
        }
    }

    private async Task<IReliableDictionary2<RowKey, byte[]>[]> MakeTablesAsync()
    {
        var tables = new IReliableDictionary2<RowKey, byte[]>[Names.Length];
        using (var transaction = manager.CreateTransaction())
        {
            for (var i = 0; i < Names.Length; i++)
            {
                tables[i] = await manager.GetOrAddAsync<IReliableDictionary2<RowKey, byte[]>>(transaction, Names[i])
                    .ConfigureAwait(false);
            }

            await transaction.CommitAsync().ConfigureAwait(false);
        }

        Volatile.Write(ref _tables, tables);
        return tables;
    }
}
