using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.Data;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class SnapshotTests
{
    [Fact]
    public async Task Own_writes_are_enumerated_and_counted_and_later_commits_of_others_are_not()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        foreach (var key in new[] { 1L, 3, 5, 7 })
            await primary.PutAsync(dictionary, key, "old");
        using var tx = primary.Begin();
        await dictionary.SetAsync(tx, 2, "own");
        await dictionary.SetAsync(tx, 3, "own");
        await dictionary.TryRemoveAsync(tx, 5);
        await dictionary.SetAsync(tx, 9, "own");
        await dictionary.SetAsync(tx, 10, "own");
        await dictionary.TryRemoveAsync(tx, 10);
        Assert.Equal(5, await dictionary.GetCountAsync(tx));
        await primary.PutAsync(dictionary, 1L, "new");
        await primary.PutAsync(dictionary, 4L, "new");
        await primary.RemoveAsync(dictionary, 7L);

        const string expected = "1=old 2=own 3=own 7=old 9=own";
        var ordered = await dictionary.CreateEnumerableAsync(tx, EnumerationMode.Ordered);
        Assert.Equal(expected, Text(await ordered.ToListAsync()));
        Assert.Equal(expected, Text(await ordered.ToListAsync()));
        var unordered = await (await dictionary.CreateEnumerableAsync(tx)).ToListAsync();
        Assert.Equal(expected, Text(unordered.OrderBy(p => p.Key)));
        Assert.Equal(5, await dictionary.GetCountAsync(tx));
        var filtered = await dictionary.CreateEnumerableAsync(tx, key => key > 2, EnumerationMode.Ordered);
        Assert.Equal("3=own 7=old 9=own", Text(await filtered.ToListAsync()));
        var keys = await dictionary.CreateKeyEnumerableAsync(tx, EnumerationMode.Ordered);
        Assert.Equal([1, 2, 3, 7, 9], await keys.ToListAsync());
    }

    [Theory]
    [InlineData(0, "1=old 2=own 3=own 7=old 9=own")]
    [InlineData(2, "2=own 3=own 7=old 9=own")]
    [InlineData(4, "7=old 9=own")]
    [InlineData(5, "7=old 9=own")]
    [InlineData(8, "9=own")]
    [InlineData(10, "")]
    public async Task An_enumeration_from_a_key_begins_with_the_first_not_below_it(long first, string expected)
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        foreach (var key in new[] { 7L, 5, 3, 1 })
            await primary.PutAsync(dictionary, key, "old");
        using var tx = primary.Begin();
        foreach (var key in new[] { 2L, 3, 9 })
            await dictionary.SetAsync(tx, key, "own");
        await dictionary.TryRemoveAsync(tx, 5);
        await primary.RemoveAsync(dictionary, 1L);
        await primary.PutAsync(dictionary, 1L, "old");

        var rows = await ((IKeyRange<long, string>)dictionary).CreateEnumerableFromAsync(tx, first);

        Assert.Equal(expected, Text(await rows.ToListAsync()));
    }

    [Fact]
    public async Task An_enumeration_ends_with_its_transaction()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "a");
        var tx = primary.Begin();
        using var enumerator = (await dictionary.CreateEnumerableAsync(tx)).GetAsyncEnumerator();
        tx.Dispose();
        await Assert.ThrowsAsync<InvalidOperationException>(() => enumerator.MoveNextAsync(default));
    }

    [Fact]
    public async Task A_commit_just_acknowledged_is_seen_and_the_point_stays_for_the_transaction()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        await primary.PutAsync(dictionary, 1L, "a");
        using var tx = primary.Begin();
        Assert.Equal(primary.Log.AppliedLsn, await tx.GetVisibilitySequenceNumberAsync());
        await primary.PutAsync(dictionary, 2L, "b");
        Assert.Equal(primary.Log.AppliedLsn - 1, await tx.GetVisibilitySequenceNumberAsync());
        Assert.Equal(1, await dictionary.GetCountAsync(tx));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Snapshots_of_two_dictionaries_are_consistent_while_writers_commit(bool applyApart)
    {
        using var primary = await TestReplica.OpenAsync();
        var a = await primary.DictionaryAsync("a");
        var b = await primary.DictionaryAsync("b");
        using var stop = new CancellationTokenSource();
        using var stopLog = new CancellationTokenSource();
        var applying = applyApart ? primary.Log.ApplyApartAsync(stopLog.Token) : Task.CompletedTask;
        var writers = Enumerable.Range(0, 8).Select(w => Task.Run(async () =>
        {
            for (var i = 0; !stop.IsCancellationRequested; i++)
            {
                using var tx = primary.Begin();
                await a.SetAsync(tx, w * 100 + i % 50, $"{w}.{i}");
                if (i % 3 == 0)
                    await b.TryRemoveAsync(tx, w * 100 + i % 50);
                else
                    await b.SetAsync(tx, w * 100 + i % 50, $"{w}.{i}");
                await tx.CommitAsync();
            }
        })).ToArray();
        for (var round = 0; round < 200; round++)
        {
            using var tx = primary.Begin();
            var inA = (await (await a.CreateEnumerableAsync(tx, EnumerationMode.Ordered)).ToListAsync()).ToDictionary();
            var inB = await (await b.CreateEnumerableAsync(tx)).ToListAsync();
            Assert.All(inB, pair => Assert.Equal(inA[pair.Key], pair.Value));
            var missing = inA.Where(p => inB.All(q => q.Key != p.Key));
            Assert.All(missing, p => Assert.Equal(0, int.Parse(p.Value.Split('.')[1]) % 3));
        }
        await stop.CancelAsync();
        await Task.WhenAll(writers).WaitAsync(TestReplica.Limit);
        await stopLog.CancelAsync();
        await applying;
    }

    [Fact]
    public async Task An_enumeration_held_open_keeps_its_result_and_its_memory_comes_back()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.Manager.GetOrAddAsync<IReliableDictionary2<long, byte[]>>("b");
        for (var i = 0L; i < 100; i++)
            await primary.PutAsync(dictionary, i, [(byte)i]);
        var tx = primary.Begin();
        var held = await dictionary.CreateEnumerableAsync(tx, EnumerationMode.Ordered);
        var old = new List<WeakReference>();
        for (var i = 0L; i < 20_000; i++)
        {
            if (i == 10_000)
            {
                using var checkpoint = await primary.CheckpointAsync();
                for (var key = 50L; key < 100; key++)
                    await primary.RemoveAsync(dictionary, key);
            }
            await primary.PutAsync(dictionary, i % 50, new byte[100]);
        }
        await TrackAsync();
        tx.Dispose();
        using var limit = new CancellationTokenSource(TestReplica.Limit);
        do
        {
            // A thread may still have a last step to do, or a value in a register.
            await Task.Yield();
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();
        }
        while (old.Count(o => o.IsAlive) > 1 && !limit.IsCancellationRequested);
        Assert.True(old.Count(o => o.IsAlive) <= 1, $"{old.Count(o => o.IsAlive)} old values are still alive");

        // A method of its own: otherwise this one's state holds on to the list.
        async Task TrackAsync()
        {
            var items = await held.ToListAsync();
            Assert.Equal(100, items.Count);
            for (var i = 0; i < 100; i++)
            {
                Assert.Equal([(byte)i], items[i].Value);
                old.Add(new WeakReference(items[i].Value));
            }
        }
    }

    [Fact]
    public async Task Keys_added_after_the_order_was_asked_for_are_in_order_the_next_time()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await primary.DictionaryAsync();
        var random = new Random(5);
        var model = new SortedDictionary<long, string>();
        for (var round = 0; round < 20; round++)
        {
            for (var i = 0; i < 500; i++)
            {
                var key = (long)random.Next(3_000);
                if (random.Next(3) == 0)
                {
                    await primary.RemoveAsync(dictionary, key);
                    model.Remove(key);
                }
                else
                {
                    await primary.PutAsync(dictionary, key, $"{round}.{i}");
                    model[key] = $"{round}.{i}";
                }
            }
            Assert.Equal<IEnumerable<KeyValuePair<long, string>>>(model, await primary.AllAsync(dictionary));
            Assert.Equal(model.Count, dictionary.Count);
        }
    }

    private static string Text(IEnumerable<KeyValuePair<long, string>> items) =>
        string.Join(' ', items.Select(p => $"{p.Key}={p.Value}"));
}
