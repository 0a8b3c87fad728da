using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Tests.Replicated;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Faults.Tests;

/// <summary>
/// Cases of docs/explanation/reliability.md on collections over real replicas, with failovers between them.
/// </summary>
public sealed class CollectionCases
{
    private const int AccountCount = 16;
    private const long SumOfAll = 2 * AccountCount * 100;

    [Fact]
    public async Task Case_1_A_committed_value_is_on_five_replicas_at_the_same_LSN()
    {
        await using var partition = new RealPartition();
        await partition.OpenAsync(1, 2, 3, 4, 5);
        await partition.PromoteAsync(1);
        var dictionary = await partition.Primary.DictionaryAsync();
        using var tx = partition.Primary.Manager.CreateTransaction();
        await dictionary.AddAsync(tx, 1, [7]);
        await tx.CommitAsync().WaitAsync(RealPartition.Limit);
        await partition.AllAppliedAsync();
        foreach (var replica in partition.Replicas.Values)
        {
            var there = await replica.DictionaryAsync();
            using var read = replica.Manager.CreateTransaction();
            Assert.Equal(tx.CommitSequenceNumber, await read.GetVisibilitySequenceNumberAsync());
            Assert.Equal([7], (await there.TryGetValueAsync(read, 1)).Value);
        }
    }

    [Fact]
    public async Task Case_20_Null_and_empty_values_come_back_from_every_replica_and_after_a_restart()
    {
        await using var partition = await RealPartition.StartAsync();
        var texts = await partition.Primary.Manager.GetOrAddAsync<IReliableDictionary2<long, string?>>("texts");
        var bytes = await partition.Primary.DictionaryAsync();
        using (var tx = partition.Primary.Manager.CreateTransaction())
        {
            await texts.AddAsync(tx, 1, null);
            await texts.AddAsync(tx, 2, "");
            await bytes.AddAsync(tx, 1, []);
            await tx.CommitAsync().WaitAsync(RealPartition.Limit);
        }
        await CheckAsync();
        foreach (var id in new long[] { 1, 2, 3 })
            await partition.StopAsync(id);
        await partition.OpenAsync(1, 2, 3);
        await partition.PromoteAsync(3);
        await CheckAsync();

        async Task CheckAsync()
        {
            await partition.AllAppliedAsync();
            foreach (var replica in partition.Replicas.Values)
            {
                var there = await replica.Manager.GetOrAddAsync<IReliableDictionary2<long, string?>>("texts");
                using var tx = replica.Manager.CreateTransaction();
                var missing = await there.TryGetValueAsync(tx, 1);
                Assert.True(missing.HasValue);
                Assert.Null(missing.Value);
                Assert.Equal("", (await there.TryGetValueAsync(tx, 2)).Value);
                Assert.Empty((await (await replica.DictionaryAsync()).TryGetValueAsync(tx, 1)).Value);
            }
        }
    }

    [Fact]
    public async Task Case_25_55_Transfers_keep_their_sum_in_every_snapshot_while_the_primary_moves()
    {
        await using var partition = await RealPartition.StartAsync();
        using (var tx = partition.Primary.Manager.CreateTransaction())
        {
            foreach (var name in new[] { "a", "b" })
            {
                var accounts = await AccountsAsync(partition.Primary, name);
                for (var i = 0; i < AccountCount; i++)
                    await accounts.AddAsync(tx, i, 100);
            }
            await tx.CommitAsync().WaitAsync(RealPartition.Limit);
        }
        await partition.AllAppliedAsync();
        var moved = 0L;
        var wrong = new ConcurrentQueue<long>();
        using var stop = new CancellationTokenSource();
        var work = Enumerable.Range(0, 8).Select(w => Task.Run(() => RepeatAsync(stop.Token, async random =>
        {
            await TransferAsync(partition.Primary, random);
            Interlocked.Increment(ref moved);
        }, w))).ToList();
        work.AddRange(partition.Replicas.Values.Select(replica => Task.Run(() => RepeatAsync(stop.Token, async _ =>
        {
            if (await SumAsync(replica) is var sum && sum != SumOfAll)
                wrong.Enqueue(sum);
        }, (int)replica.Id))));

        for (var i = 0; i < 12; i++)
        {
            var before = Volatile.Read(ref moved);
            await Eventually.HoldsAsync(() => Volatile.Read(ref moved) > before + 20);
            await partition.MoveAsync();
        }
        await stop.CancelAsync();
        await Task.WhenAll(work).WaitAsync(RealPartition.Limit);

        Assert.Empty(wrong);
        await partition.AllAppliedAsync();
        foreach (var replica in partition.Replicas.Values)
            Assert.Equal(SumOfAll, await SumAsync(replica));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Case_30_32_Every_acknowledged_item_leaves_a_queue_once_while_the_primary_moves(bool concurrent)
    {
        await using var partition = await RealPartition.StartAsync();
        var next = 0L;
        var enqueued = new ConcurrentDictionary<long, bool>();  // true: acknowledged; false: unknown
        var dequeued = new ConcurrentDictionary<long, bool>();
        var twice = new ConcurrentQueue<long>();
        using var stop = new CancellationTokenSource();
        var givers = Enumerable.Range(0, 2).Select(w => Task.Run(() => RepeatAsync(stop.Token, async _ =>
        {
            var item = Interlocked.Increment(ref next);
            var primary = partition.Primary;
            using var tx = primary.Manager.CreateTransaction();
            await EnqueueAsync(primary, concurrent, tx, item);
            enqueued[item] = false;
            await tx.CommitAsync();
            enqueued[item] = true;
        }, w)));
        var takers = Enumerable.Range(0, 2).Select(w => Task.Run(() => RepeatAsync(stop.Token, async random =>
        {
            var primary = partition.Primary;
            using var tx = primary.Manager.CreateTransaction();
            var item = await DequeueAsync(primary, concurrent, tx);
            if (!item.HasValue || random.Next(4) == 0)
                return; // Disposed: the item goes back.
            dequeued.TryAdd(item.Value, false);
            await tx.CommitAsync();
            if (!dequeued.TryUpdate(item.Value, true, false))
                twice.Enqueue(item.Value);
        }, 10 + w)));
        var work = givers.Concat(takers).ToArray();
        for (var i = 0; i < 6; i++)
        {
            var before = dequeued.Count;
            await Eventually.HoldsAsync(() => dequeued.Count > before + 20);
            await partition.MoveAsync();
        }
        await stop.CancelAsync();
        await Task.WhenAll(work).WaitAsync(RealPartition.Limit);

        var left = await DrainAsync(partition.Primary, concurrent);
        Assert.Empty(twice);
        Assert.Equal(left.Count, left.Distinct().Count());
        Assert.DoesNotContain(left, i => dequeued.TryGetValue(i, out var taken) && taken);
        var lost = enqueued.Where(e => e.Value && !dequeued.ContainsKey(e.Key)).Select(e => e.Key).Except(left);
        Assert.Empty(lost);
        Assert.All(left, i => Assert.True(enqueued.ContainsKey(i)));
    }

    private static async Task RepeatAsync(CancellationToken stop, Func<Random, Task> act, int seed)
    {
        var random = new Random(seed);
        while (!stop.IsCancellationRequested)
        {
            try
            {
                await act(random);
            }
            catch (Exception e) when (e is FabricException or TimeoutException or InvalidOperationException)
            {
                // The replica is not, or no longer, the primary; the next attempt asks the one that is.
                await Task.Yield();
            }
        }
    }

    private static Task<IReliableDictionary2<long, long>> AccountsAsync(RealReplica replica, string name) =>
        replica.Manager.GetOrAddAsync<IReliableDictionary2<long, long>>(name);

    private static async Task TransferAsync(RealReplica primary, Random random)
    {
        var (a, b) = (await AccountsAsync(primary, "a"), await AccountsAsync(primary, "b"));
        using var tx = primary.Manager.CreateTransaction();
        var (from, to, amount) = (random.Next(AccountCount), random.Next(AccountCount), random.Next(1, 10));
        var left = await a.TryGetValueAsync(tx, from, LockMode.Update);
        var right = await b.TryGetValueAsync(tx, to, LockMode.Update);
        await a.SetAsync(tx, from, left.Value - amount);
        await b.SetAsync(tx, to, right.Value + amount);
        await tx.CommitAsync();
    }

    private static async Task<long> SumAsync(RealReplica replica)
    {
        using var tx = replica.Manager.CreateTransaction();
        var sum = 0L;
        foreach (var name in new[] { "a", "b" })
        {
            using var items = (await (await AccountsAsync(replica, name)).CreateEnumerableAsync(tx))
                .GetAsyncEnumerator();
            while (await items.MoveNextAsync(default))
                sum += items.Current.Value;
        }
        return sum;
    }

    private static async Task EnqueueAsync(RealReplica replica, bool concurrent, ITransaction tx, long item)
    {
        if (concurrent)
            await (await replica.Manager.GetOrAddAsync<IReliableConcurrentQueue<long>>("q")).EnqueueAsync(tx, item);
        else
            await (await replica.Manager.GetOrAddAsync<IReliableQueue<long>>("q")).EnqueueAsync(tx, item);
    }

    private static async Task<ConditionalValue<long>> DequeueAsync(
        RealReplica replica, bool concurrent, ITransaction tx) => concurrent
            ? await (await replica.Manager.GetOrAddAsync<IReliableConcurrentQueue<long>>("q")).TryDequeueAsync(tx)
            : await (await replica.Manager.GetOrAddAsync<IReliableQueue<long>>("q")).TryDequeueAsync(tx);

    private static async Task<List<long>> DrainAsync(RealReplica replica, bool concurrent)
    {
        var left = new List<long>();
        while (true)
        {
            using var tx = replica.Manager.CreateTransaction();
            var item = await DequeueAsync(replica, concurrent, tx);
            if (!item.HasValue)
                return left;
            await tx.CommitAsync().WaitAsync(RealPartition.Limit);
            left.Add(item.Value);
        }
    }
}
