using System.Collections.Generic;
using System.Numerics;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// A hash table of entries with open addressing: no object for an entry beside the entry itself. Readers take no lock;
/// what changes it takes its lock. The caller hashes the keys: all bits of a hash are used, the high ones first.
/// </summary>
internal sealed class EntryTable<TKey, TValue>
    where TKey : notnull
{
    private const int SlotsMin = 4;

    // Stands where an entry was removed: readers look on behind it.
    private static readonly Entry<TKey, TValue> Removed = new(default!);

    private readonly Lock _gate = new();
    private Slot[] _slots = new Slot[SlotsMin]; // its length is a power of two; replaced as a whole when it grows
    private int _taken;                         // guarded by _gate; entries and the marks of removed ones
    private int _count;                         // written under _gate

    internal int Count => Volatile.Read(ref _count);

    /// <summary>Gets the entry of a key; null when there is none.</summary>
    internal Entry<TKey, TValue>? Find(TKey key, uint hash) => Find(Volatile.Read(ref _slots), key, hash, out _);

    /// <summary>Gets the entry of a key, making one if there is none.</summary>
    internal Entry<TKey, TValue> FindOrAdd(TKey key, uint hash)
    {
        lock (_gate)
        {
            if (Find(_slots, key, hash, out var free) is { } present)
                return present;
            var entry = new Entry<TKey, TValue>(key);
            Add(entry, hash, free);
            return entry;
        }
    }

    /// <returns>False: there is an entry of this key.</returns>
    internal bool TryAdd(Entry<TKey, TValue> entry, uint hash)
    {
        lock (_gate)
        {
            if (Find(_slots, entry.Key, hash, out var free) is not null)
                return false;
            Add(entry, hash, free);
            return true;
        }
    }

    /// <summary>Removes this entry; another one of its key stays.</summary>
    internal void Remove(Entry<TKey, TValue> entry, uint hash)
    {
        lock (_gate)
        {
            if (!ReferenceEquals(Find(_slots, entry.Key, hash, out var at), entry))
                return;
            Volatile.Write(ref _slots[at].Entry, Removed);
            Volatile.Write(ref _count, _count - 1);
        }
    }

    /// <summary>Gets the entries; those that come meanwhile may be missed.</summary>
    public IEnumerator<Entry<TKey, TValue>> GetEnumerator()
    {
        var slots = Volatile.Read(ref _slots);
        for (var i = 0; i < slots.Length; i++)
        {
            if (Volatile.Read(ref slots[i].Entry) is { } entry && !ReferenceEquals(entry, Removed))
                yield return entry;
        }
    }

    // at is the slot of the entry found, or else the one that a new entry goes to. The hash in a slot is written before
    // the entry, and read after it. There is always an empty slot.
    private static Entry<TKey, TValue>? Find(Slot[] slots, TKey key, uint hash, out int at)
    {
        var free = -1;
        for (at = FirstSlot(slots, hash); Volatile.Read(ref slots[at].Entry) is { } entry; at = Next(slots, at))
        {
            if (ReferenceEquals(entry, Removed))
                free = free < 0 ? at : free;
            else if (slots[at].Hash == hash && EqualityComparer<TKey>.Default.Equals(entry.Key, key))
                return entry;
        }
        at = free < 0 ? at : free;
        return null;
    }

    private static int FirstSlot(Slot[] slots, uint hash) =>
        (int)(hash >> (32 - BitOperations.Log2((uint)slots.Length)));

    private static int Next(Slot[] slots, int at) => (at + 1) & (slots.Length - 1);

    private void Add(Entry<TKey, TValue> entry, uint hash, int at)
    {
        if (_slots[at].Entry is null && ++_taken > _slots.Length / 4 * 3)
        {
            Grow();
            _taken++;
            Find(_slots, entry.Key, hash, out at);
        }
        Put(_slots, entry, hash, at);
        Volatile.Write(ref _count, _count + 1);
    }

    // If it is full of marks, it keeps its length. A reader of the slots before sees what was there when it began.
    private void Grow()
    {
        var slots = new Slot[_count > _slots.Length / 8 * 3 ? _slots.Length * 2 : _slots.Length];
        foreach (var slot in _slots)
        {
            if (slot.Entry is not { } entry || ReferenceEquals(entry, Removed))
                continue;
            var at = FirstSlot(slots, slot.Hash);
            while (slots[at].Entry is not null)
                at = Next(slots, at);
            Put(slots, entry, slot.Hash, at);
        }
        _taken = _count;
        Volatile.Write(ref _slots, slots);
    }

    private static void Put(Slot[] slots, Entry<TKey, TValue> entry, uint hash, int at)
    {
        slots[at].Hash = hash;
        Volatile.Write(ref slots[at].Entry, entry);
    }

    private struct Slot
    {
        internal Entry<TKey, TValue>? Entry;
        internal uint Hash;
    }
}
