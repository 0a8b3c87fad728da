using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;
using SfPerf.Contracts;
using SfPerf.ServiceContracts;

namespace SfPerf.ChaosStore;

/// <summary>Registers, a bank and two queues. Each call is one transaction; what fails before its commit has begun is
/// told apart from a failed commit, whose outcome nobody knows.</summary>
internal sealed class ChaosStoreService(StatefulServiceContext context) : StatefulService(context), IChaosStore
{
    // What a proxy looks for when the provider attribute says V2.
    private const string ListenerName = "V2Listener";
    private const string EndpointName = "ChaosStoreEndpoint";
    private const long CountKey = 0;

    private readonly TaskCompletionSource<Collections> _opened =
        new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task<ChaosAnswer> ReadAsync(long key) => ReadOnlyAsync(async (c, tx) => new ChaosAnswer
    {
        Value = await RegisterAsync(c, tx, key, LockMode.Default).ConfigureAwait(false),
    });

    public Task<ChaosAnswer> WriteAsync(long key, long value) => ChangeAsync(async (c, tx) =>
    {
        await c.Registers.SetAsync(tx, key, value).ConfigureAwait(false);
        return new ChaosAnswer();
    });

    public Task<ChaosAnswer> CompareAndSetAsync(long key, long expected, long value) => ChangeAsync(async (c, tx) =>
    {
        var held = await RegisterAsync(c, tx, key, LockMode.Update).ConfigureAwait(false);
        if (held == expected)
            await c.Registers.SetAsync(tx, key, value).ConfigureAwait(false);
        return new ChaosAnswer { Value = held };
    });

    public Task<ChaosAnswer> TransferAsync(long operation, int from, int to, long amount) =>
        ChangeAsync(async (c, tx) =>
        {
            // The lock on the number of transfers lets one transfer after the other in: no two wait for each other.
            var found = await c.Transfers.TryGetValueAsync(tx, CountKey, LockMode.Update).ConfigureAwait(false);
            var number = (found.HasValue ? found.Value : 0) + 1;
            var source = await BalanceAsync(c, tx, from).ConfigureAwait(false);
            if (source < amount)
                return new ChaosAnswer { Outcome = ChaosOutcome.NotDone, Error = "the balance is too low" };
            var target = await BalanceAsync(c, tx, to).ConfigureAwait(false);
            await c.Accounts(from).SetAsync(tx, from, source - amount).ConfigureAwait(false);
            await c.Accounts(to).SetAsync(tx, to, target + amount).ConfigureAwait(false);
            await c.Transfers.SetAsync(tx, CountKey, number).ConfigureAwait(false);
            await c.Receipts.AddAsync(tx, operation, number).ConfigureAwait(false);
            return new ChaosAnswer { Value = number };
        });

    public Task<ChaosAnswer> BalancesAsync() => ReadOnlyAsync(async (c, tx) =>
    {
        // Enumerations of one transaction share one snapshot; single reads would not.
        var values = new long[ChaosAccounts.Count];
        Array.Fill(values, ChaosAccounts.InitialBalance);
        long number = 0;
        foreach (var (key, value) in await ListAsync(c.EvenAccounts, tx).ConfigureAwait(false))
            values[key] = value;
        foreach (var (key, value) in await ListAsync(c.OddAccounts, tx).ConfigureAwait(false))
            values[key] = value;
        foreach (var (_, value) in await ListAsync(c.Transfers, tx).ConfigureAwait(false))
            number = value;
        return new ChaosAnswer { Value = number, Values = values };
    });

    public Task<ChaosAnswer> EnqueueAsync(bool concurrent, long value) => ChangeAsync(async (c, tx) =>
    {
        await (concurrent ? c.ConcurrentQueue.EnqueueAsync(tx, value) : c.Queue.EnqueueAsync(tx, value))
            .ConfigureAwait(false);
        return new ChaosAnswer();
    });

    public Task<ChaosAnswer> DequeueAsync(long operation, bool concurrent) => ChangeAsync(async (c, tx) =>
    {
        var taken = await (concurrent ? c.ConcurrentQueue.TryDequeueAsync(tx) : c.Queue.TryDequeueAsync(tx))
            .ConfigureAwait(false);
        if (!taken.HasValue)
            return new ChaosAnswer();
        await c.Receipts.AddAsync(tx, operation, taken.Value).ConfigureAwait(false);
        return new ChaosAnswer { Value = taken.Value };
    });

    public Task<ChaosAnswer> RemainingAsync() => ReadOnlyAsync(async (c, tx) =>
    {
        var values = new List<long>();
        var items = await c.Queue.CreateEnumerableAsync(tx).ConfigureAwait(false);
        using var item = items.GetAsyncEnumerator();
        while (await item.MoveNextAsync(default).ConfigureAwait(false))
            values.Add(item.Current);
        return new ChaosAnswer { Values = [.. values] };
    });

    public Task<ChaosAnswer> ReceiptsAsync(long after, int count) => ReadOnlyAsync(async (c, tx) =>
    {
        var values = new List<long>();
        var rows = await c.Receipts.CreateEnumerableAsync(tx, key => key > after, EnumerationMode.Ordered)
            .ConfigureAwait(false);
        using var row = rows.GetAsyncEnumerator();
        while (values.Count < 2 * count && await row.MoveNextAsync(default).ConfigureAwait(false))
            values.AddRange([row.Current.Key, row.Current.Value]);
        return new ChaosAnswer { Values = [.. values] };
    });

    protected override IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners()
    {
        var settings = new FabricTransportRemotingListenerSettings { EndpointResourceName = EndpointName };
        yield return new ServiceReplicaListener(
            c => new FabricTransportServiceRemotingListener(c, this, settings), ListenerName);
    }

    protected override async Task RunAsync(CancellationToken cancellationToken) =>
        _opened.TrySetResult(await Collections.OpenAsync(StateManager).ConfigureAwait(false));

    private static async Task<long> RegisterAsync(Collections c, ITransaction tx, long key, LockMode mode)
    {
        var found = await c.Registers.TryGetValueAsync(tx, key, mode).ConfigureAwait(false);
        return found.HasValue ? found.Value : 0;
    }

    private static async Task<long> BalanceAsync(Collections c, ITransaction tx, long account)
    {
        var found = await c.Accounts(account).TryGetValueAsync(tx, account, LockMode.Update).ConfigureAwait(false);
        return found.HasValue ? found.Value : ChaosAccounts.InitialBalance;
    }

    private static async Task<List<(long Key, long Value)>> ListAsync(
        IReliableDictionary<long, long> dictionary, ITransaction tx)
    {
        var list = new List<(long, long)>();
        var rows = await dictionary.CreateEnumerableAsync(tx).ConfigureAwait(false);
        using var row = rows.GetAsyncEnumerator();
        while (await row.MoveNextAsync(default).ConfigureAwait(false))
            list.Add((row.Current.Key, row.Current.Value));
        return list;
    }

    private static ChaosAnswer Failed(ChaosOutcome outcome, Exception e) =>
        new() { Outcome = outcome, Error = $"{e.GetType().Name}: {e.Message}" };

    // Nothing was written, so there is nothing to commit: disposing ends the read.
    private async Task<ChaosAnswer> ReadOnlyAsync(Func<Collections, ITransaction, Task<ChaosAnswer>> read)
    {
        try
        {
            var collections = await _opened.Task.ConfigureAwait(false);
            using var transaction = StateManager.CreateTransaction();
            return await read(collections, transaction).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            return Failed(ChaosOutcome.NotDone, e);
        }
    }

    private async Task<ChaosAnswer> ChangeAsync(Func<Collections, ITransaction, Task<ChaosAnswer>> change)
    {
        var committing = false;
        try
        {
            var collections = await _opened.Task.ConfigureAwait(false);
            using var transaction = StateManager.CreateTransaction();
            var answer = await change(collections, transaction).ConfigureAwait(false);
            if (answer.Outcome != ChaosOutcome.Done)
                return answer;
            committing = true;
            await transaction.CommitAsync().ConfigureAwait(false);
            return answer;
        }
        catch (Exception e)
        {
            return Failed(committing ? ChaosOutcome.Unknown : ChaosOutcome.NotDone, e);
        }
    }
}
