using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Dictionaries;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

/// <summary>A version that was overwritten becomes another one, maybe of another key: no reader may see that.</summary>
public sealed class ReusedVersionTests
{
    private const int PairCount = 48;

    [Fact]
    public async Task A_write_uses_the_version_that_the_write_before_it_made_obsolete()
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        primary.Manager.Context.CopiesByteArrays = true;
        var dictionary = await DictionaryAsync<byte[]>(primary);
        await primary.PutAsync(dictionary, 1L, [1]);
        await primary.PutAsync(dictionary, 2L, [2]);
        foreach (var replica in new[] { primary, secondary })
        {
            var all = await DictionaryAsync<byte[]>(replica);
            var first = Newest(all, 1);
            await primary.PutAsync(dictionary, 1L, [3]);
            Assert.NotSame(first, Newest(all, 1));
            await primary.PutAsync(dictionary, 2L, [4]);
            Assert.Same(first, Newest(all, 2));
            Assert.Equal(3, Memory(all).TakenCount); // Of two keys and of one version that is nobody's.
            await primary.PutAsync(dictionary, 1L, [1]);
            await primary.PutAsync(dictionary, 2L, [2]);
        }
    }

    [Theory]
    [InlineData(8 * 1024, 128)]
    [InlineData((8 * 1024) + 1, 0)]
    [InlineData(1000, 128)]
    public void Only_so_many_arrays_wait_for_later_values(int length, int expected)
    {
        var memory = new SlabAllocator();
        var spares = new SpareVersions<byte[]>();
        for (var round = 0; round < 2; round++)
        {
            for (var i = 0; i < 200; i++)
            {
                var version = new Version<byte[]>();
                version.BeginApplied(1, new byte[length], memory);
                spares.Put(version);
            }
            Assert.Equal(expected, Enumerable.Range(0, 200).Count(_ => spares.Take().SlotBytes > 0));
        }
    }

    [Fact]
    public async Task What_somebody_still_sees_is_not_used_again()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await DictionaryAsync<string>(primary);
        await primary.PutAsync(dictionary, 1L, "old");
        var old = Newest(dictionary, 1);
        using (var tx = primary.Begin())
        {
            var items = await dictionary.CreateEnumerableAsync(tx);
            for (var i = 0; i < 10; i++)
                await primary.PutAsync(dictionary, 1L, $"new {i}");
            Assert.Equal("old", Assert.Single(await items.ToListAsync()).Value);
            Assert.Equal(2, old.Lsn);
        }
    }

    [Fact]
    public async Task A_removal_that_somebody_may_see_is_not_used_again()
    {
        using var primary = await TestReplica.OpenAsync();
        var dictionary = await DictionaryAsync<string>(primary);
        for (var key = 1L; key <= 3; key++)
            await primary.PutAsync(dictionary, key, "old");
        var remover = primary.Begin();
        await dictionary.TryRemoveAsync(remover, 1);
        using var writer = primary.Begin();
        var writing = dictionary.SetAsync(writer, 1, "new"); // It waits, and so the key keeps its entry.
        await remover.CommitAsync();
        await writing.WaitAsync(TestReplica.Limit);
        var removal = Newest(dictionary, 1).Older!;
        Assert.True(removal is { IsRemoval: true, Older: null });
        using var reader = primary.Begin();
        await dictionary.GetCountAsync(reader);
        await writer.CommitAsync();
        for (var i = 0; i < 4; i++)
        {
            await primary.PutAsync(dictionary, 2L, "new");
            await primary.PutAsync(dictionary, 3L, "new");
            Assert.NotSame(removal, Newest(dictionary, 2));
            Assert.NotSame(removal, Newest(dictionary, 3));
        }
        Assert.Equal(2, await dictionary.GetCountAsync(reader));
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(2, false)]
    public async Task Readers_of_the_whole_see_each_key_with_a_value_of_its_own_at_one_moment(int seed, bool copies)
    {
        using var primary = await TestReplica.OpenAsync();
        using var secondary = await primary.AddSecondaryAsync();
        primary.Manager.Context.CopiesByteArrays = copies;
        var dictionary = await DictionaryAsync<byte[]>(primary);
        using var stop = new CancellationTokenSource();
        var applying = primary.Log.ApplyApartAsync(stop.Token);
        using var written = new CancellationTokenSource();
        var readers = new[]
        {
            OnItsOwnThread(() => ReadAllAsync(primary, ordered: false, written.Token)),
            OnItsOwnThread(() => ReadAllAsync(primary, ordered: true, written.Token)),
            OnItsOwnThread(() => ReadAllAsync(secondary, ordered: false, written.Token)),
            OnItsOwnThread(() => ReadAllAsync(secondary, ordered: true, written.Token)),
            OnItsOwnThread(() => ReadPairsAsync(secondary, seed, written.Token)),
        };
        await Task.WhenAll(Enumerable.Range(0, 4).Select(w => Task.Run(() =>
            WriteAsync(primary, dictionary, new Random((seed * 10) + w), w)))).WaitAsync(TestReplica.Limit);
        await written.CancelAsync();
        var counts = await Task.WhenAll(readers).WaitAsync(TestReplica.Limit);
        await stop.CancelAsync();
        await applying;

        Assert.All(counts, count => Assert.True(count > 0, "A reader never read."));
        var expected = await primary.AllAsync(dictionary);
        secondary.Become(System.Fabric.ReplicaRole.Primary);
        var actual = await secondary.AllAsync(await DictionaryAsync<byte[]>(secondary));
        Assert.Equal(expected.Select(p => (p.Key, Text(p.Value))), actual.Select(p => (p.Key, Text(p.Value))));
    }

    // Writers share no pair. Both keys of a pair always hold the same number, or none.
    private static async Task WriteAsync(
        TestReplica replica, IReliableDictionary2<long, byte[]> dictionary, Random random, int writer)
    {
        for (var i = 0; i < 6000; i++)
        {
            var pair = (random.Next(PairCount / 4) * 4) + writer;
            using var tx = replica.Begin();
            if (random.Next(6) == 0)
            {
                await dictionary.TryRemoveAsync(tx, pair);
                await dictionary.TryRemoveAsync(tx, pair + PairCount);
            }
            else
            {
                // Now and then an array is given out, and is then not to be used again.
                if (random.Next(4) == 0)
                    await dictionary.TryGetValueAsync(tx, pair);
                await dictionary.SetAsync(tx, pair, Value(pair, i));
                await dictionary.SetAsync(tx, pair + PairCount, Value(pair + PairCount, i));
            }
            await tx.CommitAsync();
        }
    }

    // A read never waits: the whole loop stays on the thread.
    private static Task<int> OnItsOwnThread(Func<Task<int>> loop) => Task.Factory.StartNew(
        loop, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default).Unwrap();

    private static async Task<int> ReadAllAsync(TestReplica replica, bool ordered, CancellationToken token)
    {
        var dictionary = await DictionaryAsync<byte[]>(replica);
        var rounds = 0;
        for (; !token.IsCancellationRequested; rounds++)
        {
            using var tx = replica.Begin();
            var items = await dictionary.CreateEnumerableAsync(
                tx, ordered ? EnumerationMode.Ordered : EnumerationMode.Unordered);
            var all = (await items.ToListAsync()).ToDictionary(p => p.Key, p => Check(p.Key, p.Value));
            for (var pair = 0L; pair < PairCount; pair++)
                Assert.Equal(all.GetValueOrDefault(pair, -1), all.GetValueOrDefault(pair + PairCount, -1));
        }
        return rounds;
    }

    private static async Task<int> ReadPairsAsync(TestReplica secondary, int seed, CancellationToken token)
    {
        var dictionary = await DictionaryAsync<byte[]>(secondary);
        var random = new Random(seed);
        var rounds = 0;
        for (; !token.IsCancellationRequested; rounds++)
        {
            using var tx = secondary.Begin();
            var pair = random.Next(PairCount);
            var one = await dictionary.TryGetValueAsync(tx, pair);
            var other = await dictionary.TryGetValueAsync(tx, pair + PairCount);
            Assert.Equal(one.HasValue ? Check(pair, one.Value) : -1,
                other.HasValue ? Check(pair + PairCount, other.Value) : -1);
        }
        return rounds;
    }

    private static int Check(long key, byte[] value)
    {
        Assert.Equal(key, BitConverter.ToInt64(value));
        return BitConverter.ToInt32(value, sizeof(long));
    }

    private static byte[] Value(long key, int number) =>
        [.. BitConverter.GetBytes(key), .. BitConverter.GetBytes(number)];

    private static string Text(byte[] value) => Convert.ToHexString(value);

    private static SlabAllocator Memory<TValue>(IReliableDictionary2<long, TValue> dictionary) =>
        ((ReliableDictionary<long, TValue>)dictionary).Memory;

    private static Version<TValue> Newest<TValue>(IReliableDictionary2<long, TValue> dictionary, long key) =>
        ((ReliableDictionary<long, TValue>)dictionary).Row(key)!.Newest!;

    private static Task<IReliableDictionary2<long, TValue>> DictionaryAsync<TValue>(TestReplica replica) =>
        replica.Manager.GetOrAddAsync<IReliableDictionary2<long, TValue>>("reused");
}
