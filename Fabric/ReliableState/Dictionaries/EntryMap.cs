using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// The entries of a dictionary by their keys. Any thread may call it. It is many maps: one that grows holds up all who
/// add to it or remove from it, and one of a million keys would do so for a good part of a second.
/// </summary>
internal sealed class EntryMap<TKey, TValue> : IEnumerable<Entry<TKey, TValue>>
    where TKey : notnull
{
    private const int PartBits = 6;
    private const uint GoldenRatio = 0x9E3779B9;

    // A part is made with its first key, so that a small dictionary stays small.
    private readonly ConcurrentDictionary<TKey, Entry<TKey, TValue>>?[] _parts =
        new ConcurrentDictionary<TKey, Entry<TKey, TValue>>?[1 << PartBits];

    /// <summary>Gets the number of entries. It looks at every part.</summary>
    internal int Count => _parts.Sum(p => p?.Count ?? 0);

    /// <summary>Gets the entry of a key; null when there is none.</summary>
    internal Entry<TKey, TValue>? Find(TKey key) =>
        Volatile.Read(ref _parts[PartOf(key)]) is { } part && part.TryGetValue(key, out var entry) ? entry : null;

    /// <summary>Gets the entry of a key, making one if there is none.</summary>
    internal Entry<TKey, TValue> FindOrAdd(TKey key) =>
        PartFor(key).GetOrAdd(key, static key => new Entry<TKey, TValue>(key));

    /// <returns>False: there is an entry of this key.</returns>
    internal bool TryAdd(Entry<TKey, TValue> entry) => PartFor(entry.Key).TryAdd(entry.Key, entry);

    /// <summary>Removes this entry; another one of its key stays.</summary>
    internal void Remove(Entry<TKey, TValue> entry) =>
        Volatile.Read(ref _parts[PartOf(entry.Key)])?.TryRemove(new(entry.Key, entry));

    /// <summary>Gets the entries: a snapshot of no one moment, in no order. Who reads it holds up nobody.</summary>
    public IEnumerator<Entry<TKey, TValue>> GetEnumerator()
    {
        for (var i = 0; i < _parts.Length; i++)
        {
            if (Volatile.Read(ref _parts[i]) is not { } part)
                continue;
            foreach (var (_, entry) in part)
                yield return entry;
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private static int PartOf(TKey key) => (int)((uint)key.GetHashCode() * GoldenRatio >> (32 - PartBits));

    private ConcurrentDictionary<TKey, Entry<TKey, TValue>> PartFor(TKey key)
    {
        ref var part = ref _parts[PartOf(key)];
        if (Volatile.Read(ref part) is { } present)
            return present;
        // One lock: what adds and removes at once is spread over the parts.
        var created = new ConcurrentDictionary<TKey, Entry<TKey, TValue>>(concurrencyLevel: 1, capacity: 1);
        return Interlocked.CompareExchange(ref part, created, null) ?? created;
    }
}
