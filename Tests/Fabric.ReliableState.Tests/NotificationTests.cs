using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using Microsoft.ServiceFabric.Data.Notifications;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class NotificationTests
{
    [Fact]
    public async Task Each_operation_of_a_transaction_is_told_in_order_on_every_replica()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.DictionaryAsync();
        var here = Listen(dictionary);
        var there = Listen(await secondary.DictionaryAsync());
        long lsn;
        using (var tx = primary.Begin())
        {
            await dictionary.AddAsync(tx, 1, "a");
            await dictionary.SetAsync(tx, 1, "b");
            await dictionary.TryRemoveAsync(tx, 1);
            await dictionary.AddAsync(tx, 1, "c");
            Assert.Empty(here);
            await tx.CommitAsync();
            lsn = tx.CommitSequenceNumber;
        }
        await dictionary.ClearAsync();
        string[] expected = [$"{lsn} Add 1=a", $"{lsn} Update 1=b", $"{lsn} Remove 1", $"{lsn} Add 1=c",
            $"{lsn + 1} Clear"];
        Assert.Equal(expected, here);
        Assert.Equal(expected, there);
    }

    [Fact]
    public async Task What_was_aborted_is_not_told()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        var here = Listen(dictionary);
        using (var tx = primary.Begin())
            await dictionary.AddAsync(tx, 1, "a");
        Assert.Empty(here);
    }

    [Fact]
    public async Task The_stream_of_changes_folded_gives_the_state()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        var dictionary = await primary.DictionaryAsync();
        var other = await secondary.DictionaryAsync();
        var folded = new SortedDictionary<long, string>();
        other.DictionaryChanged += (_, change) =>
        {
            if (change is NotifyDictionaryItemAddedEventArgs<long, string> added)
                folded.Add(added.Key, added.Value);
            else if (change is NotifyDictionaryItemUpdatedEventArgs<long, string> updated)
                Assert.True(folded.ContainsKey(updated.Key) && (folded[updated.Key] = updated.Value) != null);
            else if (change is NotifyDictionaryItemRemovedEventArgs<long, string> removed)
                Assert.True(folded.Remove(removed.Key));
            else
                folded.Clear();
        };
        var random = new Random(8);
        for (var i = 0; i < 2_000; i++)
        {
            using var tx = primary.Begin();
            for (var n = random.Next(4); n >= 0; n--)
            {
                var key = (long)random.Next(50);
                if (random.Next(3) == 0)
                    await dictionary.TryRemoveAsync(tx, key);
                else
                    await dictionary.SetAsync(tx, key, $"{i}");
            }
            if (random.Next(10) > 0)
                await tx.CommitAsync();
        }
        Assert.Equal<IEnumerable<KeyValuePair<long, string>>>(folded, await primary.AllAsync(dictionary));
    }

    [Fact]
    public async Task States_that_come_and_go_and_commits_are_told()
    {
        using var primary = await TestReplica.OpenAsync();
        var told = new List<string>();
        primary.Manager.StateManagerChanged += (_, change) =>
        {
            var one = (NotifyStateManagerSingleEntityChangedEventArgs)change;
            told.Add($"{one.Action} {one.ReliableState.Name} {one.Transaction.CommitSequenceNumber}");
        };
        primary.Manager.TransactionChanged += (_, change) =>
            told.Add($"{change.Action} {change.Transaction.CommitSequenceNumber}");
        var dictionary = await primary.DictionaryAsync();
        await primary.GetAsync(dictionary, 1L);
        await primary.Manager.RemoveAsync("d");
        Assert.Equal(["Commit 1", "Add urn:d 1", "Commit 2", "Remove urn:d 2"], told);
    }

    [Fact]
    public async Task A_restore_is_told_as_a_rebuild_before_anything_else()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "a");
        await primary.PutAsync(dictionary, 2L, "b");
        using var copy = await TestReplica.OpenAsync(System.Fabric.ReplicaRole.ActiveSecondary);
        var told = new List<string>();
        copy.Manager.StateManagerChanged += (_, change) =>
        {
            using var states = ((NotifyStateManagerRebuildEventArgs)change).ReliableStates.GetAsyncEnumerator();
            Assert.True(states.MoveNextAsync(default).IsCompletedSuccessfully);
            told.Add($"{change.Action} {states.Current.Name}");
            var rebuilt = (IReliableDictionary<long, string>)states.Current;
            rebuilt.RebuildNotificationAsyncCallback = async (_, args) =>
            {
                var all = await args.State.ToListAsync();
                told.Add($"{args.Action} {string.Join(' ', all.OrderBy(p => p.Key).Select(p => p.Value))}");
            };
            rebuilt.DictionaryChanged += (_, args) => told.Add($"{args.Action}");
        };
        await copy.RestoreAsync(await primary.CheckpointAsync());
        primary.Log.Secondaries.Add(copy.Log);
        await primary.PutAsync(dictionary, 2L, "c");
        Assert.Equal(["Rebuild urn:d", "Rebuild a b", "Update"], told);
    }

    [Fact]
    public async Task A_handler_that_throws_stops_neither_the_commit_nor_the_other_handlers()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        dictionary.DictionaryChanged += (_, _) => throw new InvalidOperationException("handler");
        var here = Listen(dictionary);
        await primary.PutAsync(dictionary, 1L, "a");
        Assert.Single(here);
        Assert.Equal("a", (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Fact]
    public async Task A_rebuild_callback_that_throws_does_not_stop_the_restore()
    {
        using var primary = await TestReplica.OpenAsync();
        await primary.PutAsync(await primary.DictionaryAsync(), 1L, "a");
        using var copy = await TestReplica.OpenAsync(System.Fabric.ReplicaRole.ActiveSecondary);
        copy.Manager.StateManagerChanged += (_, change) =>
        {
            using var states = ((NotifyStateManagerRebuildEventArgs)change).ReliableStates.GetAsyncEnumerator();
            Assert.True(states.MoveNextAsync(default).IsCompletedSuccessfully);
            ((IReliableDictionary<long, string>)states.Current).RebuildNotificationAsyncCallback =
                (_, _) => throw new InvalidOperationException("callback");
        };
        await copy.RestoreAsync(await primary.CheckpointAsync());
        Assert.Equal("a", (await copy.GetAsync(await copy.DictionaryAsync(), 1L)).Value);
    }

    [Fact]
    public async Task A_handler_may_read_the_state_it_is_told_of()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        var seen = new List<Task<ConditionalValue<string>>>();
        dictionary.DictionaryChanged += (_, _) => seen.Add(primary.GetAsync(dictionary, 1L));
        await primary.PutAsync(dictionary, 1L, "a");
        Assert.Equal("a", (await Assert.Single(seen).WaitAsync(TestReplica.Limit)).Value);
    }

    private static List<string> Listen(IReliableDictionary<long, string> dictionary)
    {
        var told = new List<string>();
        dictionary.DictionaryChanged += (_, change) => told.Add(change switch
        {
            NotifyDictionaryItemAddedEventArgs<long, string> a =>
                $"{a.Transaction.CommitSequenceNumber} Add {a.Key}={a.Value}",
            NotifyDictionaryItemUpdatedEventArgs<long, string> u =>
                $"{u.Transaction.CommitSequenceNumber} Update {u.Key}={u.Value}",
            NotifyDictionaryItemRemovedEventArgs<long, string> r =>
                $"{r.Transaction.CommitSequenceNumber} Remove {r.Key}",
            NotifyDictionaryClearEventArgs<long, string> c => $"{c.CommitSequenceNumber} Clear",
            _ => change.ToString()!,
        });
        return told;
    }
}
