using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// The entries of a dictionary by their keys. Any thread may call it. It is many tables: one that grows holds up all
/// who add to it or remove from it, and one of a million keys would do so for a good part of a second.
/// </summary>
internal sealed class EntryMap<TKey, TValue> : IEnumerable<Entry<TKey, TValue>>
    where TKey : notnull
{
    private const int PartBits = 6;
    private readonly uint _salt = (uint)Guid.NewGuid().GetHashCode();

    // A part is made with its first key, so that a small dictionary stays small.
    private readonly EntryTable<TKey, TValue>?[] _parts = new EntryTable<TKey, TValue>?[1 << PartBits];

    /// <summary>Gets the number of entries. It looks at every part.</summary>
    internal int Count => _parts.Sum(p => p?.Count ?? 0);

    /// <summary>Gets the entry of a key; null when there is none.</summary>
    internal Entry<TKey, TValue>? Find(TKey key)
    {
        var hash = Hash(key);
        return Volatile.Read(ref _parts[hash >> (32 - PartBits)])?.Find(key, hash << PartBits);
    }

    /// <summary>Gets the entry of a key, making one if there is none.</summary>
    internal Entry<TKey, TValue> FindOrAdd(TKey key)
    {
        var hash = Hash(key);
        var part = PartFor(hash);
        return part.Find(key, hash << PartBits) ?? part.FindOrAdd(key, hash << PartBits);
    }

    /// <returns>False: there is an entry of this key.</returns>
    internal bool TryAdd(Entry<TKey, TValue> entry)
    {
        var hash = Hash(entry.Key);
        return PartFor(hash).TryAdd(entry, hash << PartBits);
    }

    /// <summary>Removes this entry; another one of its key stays.</summary>
    internal void Remove(Entry<TKey, TValue> entry)
    {
        var hash = Hash(entry.Key);
        Volatile.Read(ref _parts[hash >> (32 - PartBits)])?.Remove(entry, hash << PartBits);
    }

    /// <summary>Gets the entries: a snapshot of no one moment, in no order. Who reads it holds up nobody.</summary>
    public IEnumerator<Entry<TKey, TValue>> GetEnumerator()
    {
        for (var i = 0; i < _parts.Length; i++)
        {
            if (Volatile.Read(ref _parts[i]) is not { } part)
                continue;
            foreach (var entry in part)
                yield return entry;
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    // All bits depend on all bits of the hash code (the finalizer of MurmurHash3). The first of them choose the part,
    // those behind them the slot. Without the salt, keys that come in the order of another map would fill a table that
    // grows from its beginning, and each would be put behind all that came before.
    private uint Hash(TKey key)
    {
        var hash = (uint)key.GetHashCode() ^ _salt;
        hash = (hash ^ (hash >> 16)) * 0x85EBCA6B;
        hash = (hash ^ (hash >> 13)) * 0xC2B2AE35;
        return hash ^ (hash >> 16);
    }

    private EntryTable<TKey, TValue> PartFor(uint hash)
    {
        ref var part = ref _parts[hash >> (32 - PartBits)];
        if (Volatile.Read(ref part) is { } present)
            return present;
        var created = new EntryTable<TKey, TValue>();
        return Interlocked.CompareExchange(ref part, created, null) ?? created;
    }
}
