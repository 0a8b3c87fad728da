using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class QueueTests
{
    [Fact]
    public async Task Items_come_out_in_the_order_of_commits_with_aborts_between()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var queue = await QueueAsync(primary);
        var random = new Random(3);
        var (next, expected) = (0L, 0L);
        for (var step = 0; step < 5_000; step++)
        {
            using var tx = primary.Begin();
            var (added, taken) = (next, expected);
            for (var n = random.Next(4); n > 0; n--)
            {
                if (random.Next(2) == 0)
                {
                    await queue.EnqueueAsync(tx, added++);
                    continue;
                }
                Assert.Equal(taken < added, (await queue.TryPeekAsync(tx)).HasValue);
                var item = await queue.TryDequeueAsync(tx);
                Assert.Equal(taken < added, item.HasValue);
                if (item.HasValue)
                    Assert.Equal(taken++, item.Value);
            }
            Assert.Equal(added - taken, await queue.GetCountAsync(tx));
            if (random.Next(4) == 0)
                continue;
            await tx.CommitAsync();
            (next, expected) = (added, taken);
        }
        var rest = Enumerable.Range((int)expected, (int)(next - expected)).Select(i => (long)i).ToList();
        Assert.Equal(rest, await ItemsAsync(primary, queue));
        Assert.Equal(rest, await ItemsAsync(secondary, await QueueAsync(secondary)));
        using var copy = await TestReplica.OpenAsync(ReplicaRole.ActiveSecondary);
        await copy.RestoreAsync(await primary.CheckpointAsync());
        Assert.Equal(rest, await ItemsAsync(copy, await QueueAsync(copy)));
    }

    [Fact]
    public async Task One_transaction_dequeues_at_a_time()
    {
        using var primary = await TestReplica.OpenAsync();
        var queue = await QueueAsync(primary);
        await EnqueueAsync(primary, queue, 1, 2);
        using var first = primary.Begin();
        Assert.Equal(1, (await queue.TryDequeueAsync(first)).Value);
        using var second = primary.Begin();
        var waiting = queue.TryDequeueAsync(second);
        primary.Time.Advance(TimeSpan.FromSeconds(4.02));
        await Assert.ThrowsAsync<TimeoutException>(() => waiting.WaitAsync(TestReplica.Limit));
        first.Abort();
        Assert.Equal(1, (await queue.TryDequeueAsync(second)).Value);
    }

    [Fact]
    public async Task Enqueue_and_dequeue_do_not_disturb_each_other_unless_the_queue_is_seen_empty()
    {
        using var primary = await TestReplica.OpenAsync();
        var queue = await QueueAsync(primary);
        await EnqueueAsync(primary, queue, 1);
        using var taker = primary.Begin();
        Assert.True((await queue.TryDequeueAsync(taker)).HasValue);
        await EnqueueAsync(primary, queue, 2);
        Assert.Equal(2, (await queue.TryDequeueAsync(taker)).Value);
        Assert.False((await queue.TryPeekAsync(taker)).HasValue);
        var blocked = EnqueueAsync(primary, queue, 3);
        Assert.False(blocked.IsCompleted);
        await taker.CommitAsync();
        await blocked.WaitAsync(TestReplica.Limit);
        Assert.Equal([3], await ItemsAsync(primary, queue));
    }

    [Fact]
    public async Task A_secondary_peeks_and_enumerates_but_takes_nothing()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var queue = await QueueAsync(primary);
        await EnqueueAsync(primary, queue, 1, 2);
        var other = await QueueAsync(secondary);
        using var tx = secondary.Begin();
        Assert.Equal(1, (await other.TryPeekAsync(tx)).Value);
        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => other.TryDequeueAsync(tx));
        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => other.EnqueueAsync(tx, 3));
        await Assert.ThrowsAsync<FabricNotReadableException>(() => other.TryPeekAsync(tx, LockMode.Update));
    }

    [Fact]
    public async Task A_copy_of_an_emptied_queue_goes_on_with_the_others()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var queue = await QueueAsync(primary);
        await EnqueueAsync(primary, queue, 1, 2, 3);
        await queue.ClearAsync();
        using var copy = await TestReplica.OpenAsync();
        await copy.RestoreAsync(await primary.CheckpointAsync());
        copy.Log.Secondaries.Add(secondary.Log);
        var here = await QueueAsync(copy);
        await EnqueueAsync(copy, here, 7, 8);
        using (var tx = copy.Begin())
        {
            Assert.Equal(7, (await here.TryDequeueAsync(tx)).Value);
            await tx.CommitAsync();
        }
        secondary.Become(ReplicaRole.Primary);
        var there = await QueueAsync(secondary);
        using var next = secondary.Begin();
        Assert.Equal(8, (await there.TryDequeueAsync(next)).Value);
        Assert.False((await there.TryDequeueAsync(next)).HasValue);
    }

    [Fact]
    public async Task A_concurrent_queue_loses_and_repeats_nothing_among_sixteen_takers_and_sixteen_givers()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var queue = await primary.Manager.GetOrAddAsync<IReliableConcurrentQueue<long>>("c");
        var taken = new List<long>();
        var givers = Enumerable.Range(0, 16).Select(g => Task.Run(async () =>
        {
            for (var i = 0; i < 300; i++)
            {
                using var tx = primary.Begin();
                await queue.EnqueueAsync(tx, g * 1000 + i);
                if (i % 3 == 0)
                    continue;
                await tx.CommitAsync();
            }
        }));
        var takers = Enumerable.Range(0, 16).Select(t => Task.Run(async () =>
        {
            for (var i = 0; i < 200; i++)
            {
                using var tx = primary.Begin();
                var item = await queue.TryDequeueAsync(tx);
                if (!item.HasValue || i % 4 == 0)
                    continue;
                await tx.CommitAsync();
                lock (taken)
                    taken.Add(item.Value);
            }
        }));
        await Task.WhenAll([.. givers, .. takers]).WaitAsync(TestReplica.Limit);
        secondary.Become(ReplicaRole.Primary);
        var other = await secondary.Manager.GetOrAddAsync<IReliableConcurrentQueue<long>>("c");
        Assert.Equal(16 * 200 - taken.Count, other.Count);
        Assert.Equal(queue.Count, other.Count);
        using (var tx = secondary.Begin())
        {
            while (await other.TryDequeueAsync(tx) is { HasValue: true } item)
                taken.Add(item.Value);
            await tx.CommitAsync();
        }
        var given = from g in Enumerable.Range(0, 16)
                    from i in Enumerable.Range(0, 300)
                    where i % 3 != 0
                    select (long)(g * 1000 + i);
        Assert.Equal(given.Order(), taken.Order());
    }

    [Fact]
    public async Task A_concurrent_queue_shows_no_uncommitted_item_and_puts_an_aborted_one_in_front()
    {
        using var primary = await TestReplica.OpenAsync();
        var queue = await primary.Manager.GetOrAddAsync<IReliableConcurrentQueue<string>>("c");
        using (var tx = primary.Begin())
        {
            await queue.EnqueueAsync(tx, "a");
            await queue.EnqueueAsync(tx, "b");
            Assert.False((await queue.TryDequeueAsync(tx)).HasValue);
            await tx.CommitAsync();
        }
        Assert.Equal(2, queue.Count);
        using (var aborted = primary.Begin())
        {
            Assert.Equal("a", (await queue.TryDequeueAsync(aborted)).Value);
            Assert.Equal(1, queue.Count);
        }
        using var next = primary.Begin();
        Assert.Equal("a", (await queue.TryDequeueAsync(next)).Value);
        Assert.Equal("b", (await queue.TryDequeueAsync(next)).Value);
        Assert.False((await queue.TryDequeueAsync(next)).HasValue);
    }

    private static Task<IReliableQueue<long>> QueueAsync(TestReplica replica) =>
        replica.Manager.GetOrAddAsync<IReliableQueue<long>>("q");

    private static async Task EnqueueAsync(TestReplica replica, IReliableQueue<long> queue, params long[] items)
    {
        using var tx = replica.Begin();
        foreach (var item in items)
            await queue.EnqueueAsync(tx, item);
        await tx.CommitAsync();
    }

    private static async Task<List<long>> ItemsAsync(TestReplica replica, IReliableQueue<long> queue)
    {
        using var tx = replica.Begin();
        return await (await queue.CreateEnumerableAsync(tx)).ToListAsync();
    }
}
