using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ReliableState.Dictionaries;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class EntryMapTests
{
    [Fact]
    public void Every_key_has_one_entry_until_it_is_removed()
    {
        var map = new EntryMap<string, int>();
        var keys = Enumerable.Range(0, 1000).Select(i => $"key {i}").ToArray();
        var entries = keys.Select(map.FindOrAdd).ToArray();
        Assert.Equal(keys, entries.Select(e => e.Key));
        Assert.Equal(entries, keys.Select(map.FindOrAdd));
        Assert.Equal(entries, keys.Select(map.Find));
        Assert.Equal(entries.ToHashSet(), map.ToHashSet());
        Assert.Equal(1000, map.Count);

        foreach (var entry in entries.Take(500))
        {
            Assert.False(map.TryAdd(new(entry.Key)));
            map.Remove(new(entry.Key)); // Another entry of its key: it stays.
            Assert.Same(entry, map.Find(entry.Key));
            map.Remove(entry);
            Assert.Null(map.Find(entry.Key));
        }

        Assert.Equal(500, map.Count);
        Assert.True(map.TryAdd(new(keys[0])));
        Assert.NotSame(entries[0], map.Find(keys[0]));
        Assert.Equal(501, map.Count());
    }

    [Theory]
    [InlineData(1)]       // All keys have one hash code.
    [InlineData(7)]
    [InlineData(1000000)] // Each has its own.
    public void It_holds_what_a_dictionary_would(int hashCodes)
    {
        var random = new Random(hashCodes);
        var map = new EntryMap<Key, int>();
        var model = new Dictionary<Key, Entry<Key, int>>();
        for (var i = 0; i < 20_000; i++)
        {
            // Few keys for a while, then many: it grows, and fills with marks of removed entries.
            var key = new Key(random.Next(i % 5000 < 2500 ? 10 : 400), hashCodes);
            switch (random.Next(4))
            {
                case 0 when model.Remove(key, out var entry):
                    map.Remove(entry);
                    break;
                case 1:
                    var added = new Entry<Key, int>(key);
                    Assert.Equal(model.TryAdd(key, added), map.TryAdd(added));
                    break;
                case 2:
                    var found = map.FindOrAdd(key);
                    Assert.Same(model.TryAdd(key, found) ? found : model[key], found);
                    break;
            }
            Assert.Same(model.GetValueOrDefault(key), map.Find(key));
            Assert.Equal(model.Count, map.Count);
        }
        Assert.Equal(model.Values.ToHashSet(), map.ToHashSet());
        Assert.Equal(model.Count, map.Count());
    }

    [Fact]
    public async Task A_key_that_is_there_is_found_while_others_come_and_go()
    {
        var map = new EntryMap<long, int>();
        var lasting = Enumerable.Range(0, 200).Select(i => map.FindOrAdd(i)).ToArray();
        using var end = new CancellationTokenSource();
        var readers = Enumerable.Range(0, 2).Select(_ => Task.Run(() =>
        {
            var rounds = 0;
            for (; !end.IsCancellationRequested || rounds == 0; rounds++)
            {
                foreach (var entry in lasting)
                    Assert.Same(entry, map.Find(entry.Key));
                Assert.Subset(map.ToHashSet(), lasting.ToHashSet());
            }
            return rounds;
        })).ToArray();
        for (var round = 0; round < 20; round++)
        {
            var passing = Enumerable.Range(0, 5000).Select(i => map.FindOrAdd(1000 + i + round)).ToArray();
            foreach (var entry in passing)
                map.Remove(entry);
        }
        await end.CancelAsync();
        Assert.All(await Task.WhenAll(readers), rounds => Assert.True(rounds > 0));
        Assert.Equal(lasting.ToHashSet(), map.ToHashSet());
    }

    [Fact]
    public async Task A_place_that_is_used_again_is_never_taken_for_the_entry_before()
    {
        const int KeyCount = 24;
        var map = new EntryMap<Key, int>();
        using var end = new CancellationTokenSource();
        // All keys are in one part, most of them behind one another.
        var keys = Enumerable.Range(0, KeyCount).Select(i => new Key(i, 1)).ToArray();
        var readers = Enumerable.Range(0, 2).Select(first => Task.Run(() =>
        {
            var found = 0;
            for (var i = first; !end.IsCancellationRequested || found == 0; i++)
            {
                var key = keys[i % KeyCount];
                if (map.Find(key) is not { } entry)
                    continue;
                Assert.Equal(key, entry.Key);
                found++;
            }
            return found;
        })).ToArray();
        var random = new Random(1);
        var there = new List<Entry<Key, int>>();
        for (var i = 0; i < 300_000; i++)
        {
            if (there.Count < KeyCount / 2)
            {
                var absent = keys[random.Next(KeyCount)];
                if (!there.Exists(e => e.Key == absent))
                    there.Add(map.FindOrAdd(absent));
                continue;
            }
            var at = random.Next(there.Count);
            map.Remove(there[at]);
            Assert.Null(map.Find(there[at].Key));
            there.RemoveAt(at);
        }
        await end.CancelAsync();
        Assert.All(await Task.WhenAll(readers), found => Assert.True(found > 0));
        Assert.Equal(there.ToHashSet(), map.ToHashSet());
    }

    // Were it the same, keys that come in the order of another map would fill a growing table from its beginning: each
    // would be put behind all that came before.
    [Fact]
    public void Each_map_has_an_order_of_its_own()
    {
        var (first, second) = (new EntryMap<long, int>(), new EntryMap<long, int>());
        for (var key = 0; key < 1000; key++)
            first.FindOrAdd(key);
        foreach (var entry in first)
            second.FindOrAdd(entry.Key);
        Assert.NotEqual(first.Select(e => e.Key), second.Select(e => e.Key));
        Assert.Equal(first.Select(e => e.Key).Order(), second.Select(e => e.Key).Order());
    }

    [Fact]
    public async Task Threads_that_add_the_same_keys_at_once_get_the_same_entries()
    {
        for (var round = 0; round < 200; round++)
        {
            var map = new EntryMap<long, int>();
            var found = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(
                () => Enumerable.Range(0, 64).Select(i => map.FindOrAdd(i)).ToArray())));
            foreach (var other in found.Skip(1))
                Assert.Equal(found[0], other);
            Assert.Equal(64, map.Count);
        }
    }

    private sealed record Key(int Number, int HashCodes)
    {
        public override int GetHashCode() => Number % HashCodes;
    }
}
