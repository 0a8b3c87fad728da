using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Collections;
using Microsoft.ServiceFabric.Data.Notifications;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using SfPerf.Fabric.Replication;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

/// <summary>A checkpoint of what has not changed since an earlier LSN, and the records after that.</summary>
public sealed class UnchangedTests
{
    [Fact]
    public async Task Random_changes_are_all_there_once_the_records_are_applied_again()
    {
        for (var seed = 1; seed <= 60; seed++)
        {
            var random = new Random(seed);
            using var primary = await TestReplica.OpenAsync();
            await ChangeAsync(primary, random, 1 + random.Next(80));
            var since = primary.Log.AppliedLsn;
            await ChangeAsync(primary, random, random.Next(80));
            var captured = primary.Log.AppliedLsn;
            var source = primary.Log.CaptureUnchanged(since);
            Assert.NotNull(source);
            await ChangeAsync(primary, random, random.Next(80));

            using var other = await RestoreElsewhereAsync(source);

            Assert.Equal(captured == since ? 0 : captured, ((IReplicatedState)other.Manager).WholeLsn);
            for (var lsn = since + 1; lsn <= primary.Log.AppliedLsn; lsn++)
            {
                other.Log.Apply(lsn, primary.Log.Records[(int)lsn - 1], null);
                if (lsn == captured || lsn == primary.Log.AppliedLsn)
                    _ = await ContentAsync(other);
            }
            Assert.Equal(await ContentAsync(primary), await ContentAsync(other));
            other.Become(ReplicaRole.Primary);
            Assert.Equal(await DrainAsync(primary), await DrainAsync(other));
        }
    }

    [Fact]
    public async Task Nothing_is_read_before_the_state_is_whole()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "kept");
        await primary.PutAsync(dictionary, 2L, "old");
        var since = primary.Log.AppliedLsn;
        await primary.PutAsync(dictionary, 3L, "new");
        await primary.PutAsync(dictionary, 2L, "changed");
        using var other = await RestoreElsewhereAsync(primary.Log.CaptureUnchanged(since)!);
        var restored = await other.DictionaryAsync();

        await Assert.ThrowsAsync<FabricNotReadableException>(() => other.GetAsync(restored, 1L));
        other.Log.Apply(since + 1, primary.Log.Records[(int)since], null);
        await Assert.ThrowsAsync<FabricNotReadableException>(() => other.GetAsync(restored, 2L));
        other.Log.Apply(since + 2, primary.Log.Records[(int)since + 1], null);
        Assert.Equal("changed", (await other.GetAsync(restored, 2L)).Value);
        Assert.Equal("kept", (await other.GetAsync(restored, 1L)).Value);
    }

    [Fact]
    public async Task After_a_name_came_or_went_the_state_is_written_whole()
    {
        using var primary = await TestReplica.OpenAsync();
        await primary.DictionaryAsync();
        var since = primary.Log.AppliedLsn;
        await primary.DictionaryAsync("another");
        Assert.Null(primary.Log.CaptureUnchanged(since));
        since = primary.Log.AppliedLsn;
        await primary.Manager.RemoveAsync("another");
        Assert.Null(primary.Log.CaptureUnchanged(since));
        Assert.NotNull(primary.Log.CaptureUnchanged(primary.Log.AppliedLsn));
    }

    [Fact]
    public async Task Handlers_are_told_of_no_removal_of_a_key_that_they_were_not_told_of()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        foreach (var key in new[] { 1L, 2L, 3L })
            await primary.PutAsync(dictionary, key, "old");
        var since = primary.Log.AppliedLsn;
        await primary.RemoveAsync(dictionary, 1L);
        await primary.PutAsync(dictionary, 2L, "new");
        await primary.RemoveAsync(dictionary, 2L);
        await primary.PutAsync(dictionary, 4L, "new");
        using var other = await RestoreElsewhereAsync(primary.Log.CaptureUnchanged(since)!);
        var told = new List<string>();
        (await other.DictionaryAsync()).DictionaryChanged += (_, change) => told.Add(change switch
        {
            NotifyDictionaryItemAddedEventArgs<long, string> added => $"+{added.Key}",
            NotifyDictionaryItemUpdatedEventArgs<long, string> updated => $"={updated.Key}",
            NotifyDictionaryItemRemovedEventArgs<long, string> removed => $"-{removed.Key}",
            _ => "?",
        });

        for (var lsn = since + 1; lsn <= primary.Log.AppliedLsn; lsn++)
            other.Log.Apply(lsn, primary.Log.Records[(int)lsn - 1], null);

        Assert.Equal(["+2", "-2", "+4"], told);
        Assert.Equal([3L, 4L], (await other.AllAsync(await other.DictionaryAsync())).Select(p => p.Key).Order());
    }

    [Fact]
    public async Task A_queue_that_was_emptied_since_is_an_ordinary_empty_queue()
    {
        using var primary = await TestReplica.OpenAsync();
        var queue = await primary.Manager.GetOrAddAsync<IReliableQueue<string>>("q");
        using (var tx = primary.Begin())
        {
            await queue.EnqueueAsync(tx, "one");
            await queue.EnqueueAsync(tx, "two");
            await tx.CommitAsync();
        }
        var since = primary.Log.AppliedLsn;
        using (var tx = primary.Begin())
        {
            await queue.TryDequeueAsync(tx);
            await queue.TryDequeueAsync(tx);
            await tx.CommitAsync();
        }
        using var other = await RestoreElsewhereAsync(primary.Log.CaptureUnchanged(since)!);
        other.Log.Apply(since + 1, primary.Log.Records[(int)since], null);
        other.Become(ReplicaRole.Primary);

        using var own = other.Begin();
        var restored = await other.Manager.GetOrAddAsync<IReliableQueue<string>>("q");
        await restored.EnqueueAsync(own, "own");
        Assert.Equal("own", (await restored.TryDequeueAsync(own)).Value);
    }

    private static async Task<TestReplica> RestoreElsewhereAsync(ICheckpointSource source)
    {
        var stream = new MemoryStream();
        using (source)
            await source.WriteAsync(stream, default);
        stream.Position = 0;
        var other = await TestReplica.OpenAsync(ReplicaRole.ActiveSecondary);
        await other.RestoreAsync(stream);
        return other;
    }

    private static async Task ChangeAsync(TestReplica replica, Random random, int count)
    {
        var dictionary = await replica.DictionaryAsync();
        var queue = await replica.Manager.GetOrAddAsync<IReliableQueue<string>>("q");
        var concurrent = await replica.Manager.GetOrAddAsync<IReliableConcurrentQueue<string>>("c");
        for (var i = 0; i < count; i++)
        {
            using var tx = replica.Begin();
            for (var j = random.Next(1, 4); j > 0; j--)
            {
                switch (random.Next(8))
                {
                    case 0:
                        await queue.EnqueueAsync(tx, $"{random.Next()}");
                        break;
                    case 1:
                        await queue.TryDequeueAsync(tx);
                        break;
                    case 2:
                        await concurrent.EnqueueAsync(tx, $"{random.Next()}");
                        break;
                    case 3:
                        await concurrent.TryDequeueAsync(tx, default);
                        break;
                    case 4:
                        await dictionary.TryRemoveAsync(tx, random.Next(40));
                        break;
                    default:
                        await dictionary.SetAsync(tx, random.Next(40), $"{random.Next()}");
                        break;
                }
            }
            if (random.Next(10) > 0)
                await tx.CommitAsync();
            else
                tx.Abort();
            if (random.Next(60) == 0)
                await dictionary.ClearAsync();
            if (random.Next(60) == 0)
                await queue.ClearAsync();
        }
    }

    private static async Task<string> ContentAsync(TestReplica replica)
    {
        var dictionary = await replica.DictionaryAsync();
        var queue = await replica.Manager.GetOrAddAsync<IReliableQueue<string>>("q");
        using var tx = replica.Begin();
        var items = (await queue.CreateEnumerableAsync(tx)).GetAsyncEnumerator();
        var rows = new List<string>();
        while (await items.MoveNextAsync(default))
            rows.Add(items.Current);
        var pairs = (await replica.AllAsync(dictionary)).OrderBy(p => p.Key).Select(p => $"{p.Key}={p.Value}");
        return string.Join(";", pairs)
            + $" {dictionary.Count} | {string.Join(";", rows)} {await queue.GetCountAsync(tx)}";
    }

    // The items in the order in which they leave.
    private static async Task<string> DrainAsync(TestReplica replica)
    {
        var queue = await replica.Manager.GetOrAddAsync<IReliableQueue<string>>("q");
        var concurrent = await replica.Manager.GetOrAddAsync<IReliableConcurrentQueue<string>>("c");
        var left = new List<string> { $"{concurrent.Count}" };
        using var tx = replica.Begin();
        while (await queue.TryDequeueAsync(tx) is { HasValue: true } item)
            left.Add(item.Value);
        await queue.EnqueueAsync(tx, "own");
        left.Add($"{(await queue.TryDequeueAsync(tx)).Value} |");
        while (await concurrent.TryDequeueAsync(tx, default) is { HasValue: true } item)
            left.Add(item.Value);
        return string.Join(";", left);
    }
}
