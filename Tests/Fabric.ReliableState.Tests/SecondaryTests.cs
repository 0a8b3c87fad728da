using System;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class SecondaryTests
{
    [Fact]
    public async Task A_secondary_reads_a_snapshot_without_locks()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "a");
        var other = await secondary.DictionaryAsync();
        using var tx = secondary.Begin();
        Assert.Equal("a", (await other.TryGetValueAsync(tx, 1)).Value);
        await primary.PutAsync(dictionary, 1L, "b");
        await primary.PutAsync(dictionary, 2L, "b");
        Assert.Equal("a", (await other.TryGetValueAsync(tx, 1)).Value);
        Assert.False(await other.ContainsKeyAsync(tx, 2));
        await tx.CommitAsync();
        Assert.Equal("b", (await secondary.GetAsync(other, 1L)).Value);
    }

    [Fact]
    public async Task A_secondary_refuses_writes_and_locks_for_update()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        await primary.DictionaryAsync();
        var dictionary = await secondary.DictionaryAsync();
        using var tx = secondary.Begin();
        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => dictionary.SetAsync(tx, 1, "x"));
        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => dictionary.GetOrAddAsync(tx, 1, "x"));
        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => dictionary.TryRemoveAsync(tx, 1));
        await Assert.ThrowsAsync<FabricNotReadableException>(
            () => dictionary.TryGetValueAsync(tx, 1, LockMode.Update));
        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => secondary.DictionaryAsync("new"));
        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => secondary.Manager.RemoveAsync("d"));
        Assert.False((await dictionary.TryGetValueAsync(tx, 1)).HasValue);
    }

    [Fact]
    public async Task A_transaction_begun_on_a_secondary_only_reads_after_promotion()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        await primary.DictionaryAsync();
        var dictionary = await secondary.DictionaryAsync();
        using var tx = secondary.Begin();
        secondary.Become(ReplicaRole.Primary);
        await Assert.ThrowsAsync<InvalidOperationException>(() => dictionary.SetAsync(tx, 1, "x"));
        Assert.False(await dictionary.ContainsKeyAsync(tx, 1));
        await secondary.PutAsync(dictionary, 1L, "now");
        Assert.Equal(1, dictionary.Count);
    }

    [Theory]
    [InlineData(PartitionAccessStatus.ReconfigurationPending)]
    [InlineData(PartitionAccessStatus.NotPrimary)]
    [InlineData(PartitionAccessStatus.NoWriteQuorum)]
    public async Task A_primary_without_read_status_refuses_reads(PartitionAccessStatus status)
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        primary.Log.ReadStatus = status;
        using var tx = primary.Begin();
        await Assert.ThrowsAsync<FabricNotReadableException>(() => dictionary.TryGetValueAsync(tx, 1));
        await Assert.ThrowsAsync<FabricNotReadableException>(() => dictionary.ContainsKeyAsync(tx, 1));
        await Assert.ThrowsAsync<FabricNotReadableException>(() => dictionary.CreateEnumerableAsync(tx));
        await Assert.ThrowsAsync<FabricNotReadableException>(
            () => primary.Manager.TryGetAsync<IReliableDictionary<long, string>>("d"));
    }

    [Fact]
    public async Task A_read_that_waited_for_a_lock_checks_again_that_it_may_answer()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        var holder = primary.Begin();
        await dictionary.SetAsync(holder, 1, "held");
        using var tx = primary.Begin();
        var read = dictionary.TryGetValueAsync(tx, 1);
        primary.Become(ReplicaRole.ActiveSecondary);
        holder.Dispose();
        await Assert.ThrowsAsync<FabricNotReadableException>(() => read.WaitAsync(TestReplica.Limit));
    }

    [Fact]
    public async Task A_primary_that_lost_its_role_refuses_writes_and_an_idle_secondary_refuses_reads()
    {
        using var replica = await TestReplica.OpenAsync();
        var dictionary = await replica.DictionaryAsync();
        using var tx = replica.Begin();
        replica.Become(ReplicaRole.IdleSecondary);
        await Assert.ThrowsAsync<FabricNotPrimaryException>(() => dictionary.SetAsync(tx, 1, "x"));
        using var fresh = replica.Begin();
        await Assert.ThrowsAsync<FabricNotReadableException>(() => dictionary.TryGetValueAsync(fresh, 1));
    }

    [Fact]
    public async Task A_transaction_that_outlived_another_primarys_writes_cannot_commit()
    {
        using var first = await TestReplica.OpenAsync();
        var dictionary = await first.DictionaryAsync();
        using var second = await first.AddSecondaryAsync();
        var other = await second.DictionaryAsync();
        first.Log.Secondaries.Clear();
        using var stale = first.Begin();
        await dictionary.SetAsync(stale, 1, "stale");
        first.Become(ReplicaRole.ActiveSecondary);
        second.Become(ReplicaRole.Primary);
        second.Log.Secondaries.Add(first.Log);
        await second.PutAsync(other, 1L, "new");
        first.Become(ReplicaRole.Primary);
        await Assert.ThrowsAsync<FabricNotPrimaryException>(stale.CommitAsync);
        Assert.Equal("new", (await first.GetAsync(dictionary, 1L)).Value);
    }

    [Fact]
    public async Task A_secondary_that_became_primary_clears_and_adds_collections()
    {
        using var first = await TestReplica.OpenAsync();
        using var second = await first.AddSecondaryAsync();
        await first.PutAsync(await first.DictionaryAsync(), 1L, "x");
        first.Log.Secondaries.Clear();
        second.Become(ReplicaRole.Primary);

        var dictionary = await second.DictionaryAsync();
        await dictionary.ClearAsync();
        await second.PutAsync(await second.DictionaryAsync("new"), 1L, "x");

        Assert.Equal(0, dictionary.Count);
    }

    [Fact]
    public async Task A_transaction_that_outlived_another_primarys_writes_reads_nothing_more()
    {
        using var first = await TestReplica.OpenAsync();
        var dictionary = await first.DictionaryAsync();
        using var second = await first.AddSecondaryAsync();
        var other = await second.DictionaryAsync();
        await first.PutAsync(dictionary, 1L, "old");
        await first.PutAsync(dictionary, 2L, "old");
        using var stale = first.Begin();
        Assert.Equal("old", (await dictionary.TryGetValueAsync(stale, 1)).Value);
        first.Log.Secondaries.Clear();
        first.Become(ReplicaRole.ActiveSecondary);
        second.Become(ReplicaRole.Primary);
        second.Log.Secondaries.Add(first.Log);
        await second.PutAsync(other, 2L, "new");
        first.Become(ReplicaRole.Primary);

        // The lock on 1 held nobody back meanwhile: with 2 it would make a state that no serial order has.
        var failure = await Assert.ThrowsAsync<FabricNotReadableException>(
            () => dictionary.TryGetValueAsync(stale, 2));
        Assert.Contains("begin another", failure.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<FabricNotReadableException>(() => dictionary.ContainsKeyAsync(stale, 3));
    }

    [Fact]
    public async Task A_record_that_the_log_lets_overtake_fails_instead_of_being_applied()
    {
        using var first = await TestReplica.OpenAsync();
        var dictionary = await first.DictionaryAsync();
        first.Log.IsHolding = true;
        var tx = first.Begin(); // It ends only with the replica.
        await dictionary.AddAsync(tx, 1, "mine");
        _ = tx.CommitAsync();
        using (var foreign = await TestReplica.OpenAsync())
        {
            await foreign.PutAsync(await foreign.DictionaryAsync(), 1L, "foreign");
            first.Log.Apply(first.Log.Records.Count - 1, foreign.Log.Records[^1], null);
        }

        Assert.Throws<InvalidOperationException>(() => first.Log.CommitHeld());
        Assert.Equal("foreign", Assert.Single(await first.AllAsync(dictionary)).Value);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Readers_that_come_and_go_on_a_secondary_disturb_no_change(int seed)
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.DictionaryAsync();
        var other = await secondary.DictionaryAsync();
        using var stop = new CancellationTokenSource();
        var readers = Enumerable.Range(0, 4).Select(r => Task.Run(async () =>
        {
            var random = new Random(seed * 10 + r);
            while (!stop.IsCancellationRequested)
            {
                using var tx = secondary.Begin();
                var key = (long)random.Next(3);
                var first = await other.TryGetValueAsync(tx, key);
                await Task.Yield();
                Assert.Equal(first, await other.TryGetValueAsync(tx, key));
            }
        })).ToArray();
        for (var i = 0; i < 20_000; i++)
        {
            await primary.PutAsync(dictionary, i % 3L, $"{i}");
            await primary.RemoveAsync(dictionary, (i + 1) % 3L);
        }
        await stop.CancelAsync();
        await Task.WhenAll(readers).WaitAsync(TestReplica.Limit);
        Assert.Equal(await primary.AllAsync(dictionary), await secondary.AllAsync(other));
        Assert.Equal(dictionary.Count, ((Dictionaries.ReliableDictionary<long, string>)other).EntryCount);
    }

    [Fact]
    public async Task Values_of_one_size_are_never_mixed_up_while_readers_come_and_go()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.Manager.GetOrAddAsync<IReliableDictionary2<long, byte[]>>("b");
        var other = await secondary.Manager.GetOrAddAsync<IReliableDictionary2<long, byte[]>>("b");
        using var stop = new CancellationTokenSource();
        var readers = Enumerable.Range(0, 3).Select(r => Task.Run(async () =>
        {
            for (var held = new System.Collections.Generic.Queue<byte[]>(); !stop.IsCancellationRequested;)
            {
                using var tx = secondary.Begin();
                var all = await other.CreateEnumerableAsync(tx);
                foreach (var (key, value) in await all.ToListAsync())
                {
                    Assert.All(value, b => Assert.Equal(value[0], b));
                    Assert.Equal(key, value[0] % 4);
                    held.Enqueue(value);
                }
                while (held.Count > 100)
                {
                    var old = held.Dequeue();
                    Assert.All(old, b => Assert.Equal(old[0], b));
                }
                await Task.Yield();
            }
        })).ToArray();
        var told = 0;
        other.DictionaryChanged += (_, change) =>
        {
            var value = change is Microsoft.ServiceFabric.Data.Notifications
                .NotifyDictionaryItemAddedEventArgs<long, byte[]> added
                ? added.Value
                : ((Microsoft.ServiceFabric.Data.Notifications
                    .NotifyDictionaryItemUpdatedEventArgs<long, byte[]>)change).Value;
            told += value.Length == 64 ? 1 : 0;
        };
        for (var i = 0; i < 20_000; i++)
        {
            using var tx = primary.Begin();
            await dictionary.SetAsync(tx, i % 4, Filled(i));
            if (i % 3 == 0)
                await dictionary.SetAsync(tx, i % 4, Filled(i + 4));
            await tx.CommitAsync();
        }
        await stop.CancelAsync();
        await Task.WhenAll(readers).WaitAsync(TestReplica.Limit);
        Assert.Equal(20_000 + (20_000 + 2) / 3, told);

        static byte[] Filled(int i)
        {
            var value = new byte[64];
            Array.Fill(value, (byte)i);
            return value;
        }
    }

    [Fact]
    public async Task A_lock_left_by_a_removed_key_leaves_no_entry_behind()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.DictionaryAsync();
        for (var i = 0L; i < 100; i++)
        {
            await primary.PutAsync(dictionary, i, "x");
            await primary.RemoveAsync(dictionary, i);
            await primary.GetAsync(dictionary, i + 1000);
        }
        var other = await secondary.DictionaryAsync();
        Assert.Equal(0, ((Dictionaries.ReliableDictionary<long, string>)dictionary).EntryCount);
        Assert.Equal(0, ((Dictionaries.ReliableDictionary<long, string>)other).EntryCount);
    }
}
