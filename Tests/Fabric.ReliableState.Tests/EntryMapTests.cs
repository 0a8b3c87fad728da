using System.Linq;
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
}
