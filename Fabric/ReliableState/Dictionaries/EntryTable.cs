using System.Collections.Generic;
using System.Numerics;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// A hash table of entries with open addressing: no object for an entry beside the entry itself. Readers take no lock;
/// what changes it takes its lock. The caller hashes the keys: all bits of a hash are used, the high ones first.
/// </summary>
/// <remarks>
/// The slots hold numbers: the places of the entries in an array that is filled from its beginning. New entries stand
/// side by side in it, so the collector finds its references from old objects to new ones in few cards. Slots that held
/// the entries themselves would spread them over the whole table.
/// </remarks>
internal sealed class EntryTable<TKey, TValue>
    where TKey : notnull
{
    private const int SlotsMin = 4;

    private readonly Lock _gate = new();
    private Content _content = new(SlotsMin); // replaced as a whole when it grows
    private int _taken;                       // guarded by _gate; slots that are not empty
    private int _used;                        // guarded by _gate; places behind these are free
    private int _count;                       // written under _gate

    internal int Count => Volatile.Read(ref _count);

    /// <summary>Gets the entry of a key; null when there is none.</summary>
    internal Entry<TKey, TValue>? Find(TKey key, uint hash) => Find(Volatile.Read(ref _content), key, hash, out _);

    /// <summary>Gets the entry of a key, making one if there is none.</summary>
    internal Entry<TKey, TValue> FindOrAdd(TKey key, uint hash)
    {
        lock (_gate)
        {
            if (Find(_content, key, hash, out var free) is { } present)
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
            if (Find(_content, entry.Key, hash, out var free) is not null)
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
            if (!ReferenceEquals(Find(_content, entry.Key, hash, out var at), entry))
                return;
            var content = _content;
            var place = Slot.PlaceOf(content.Slots[at]);
            // Nothing was put behind it: it need not be passed.
            var isLast = content.Slots[content.Next(at)] == Slot.Empty;
            Volatile.Write(ref content.Slots[at], isLast ? Slot.Empty : Slot.Removed);
            Volatile.Write(ref content.Entries[place], null);
            if (isLast)
                _taken--;
            if (place == _used - 1)
                _used--;
            Volatile.Write(ref _count, _count - 1);
        }
    }

    /// <summary>Gets the entries; those that come meanwhile may be missed.</summary>
    public IEnumerator<Entry<TKey, TValue>> GetEnumerator()
    {
        var entries = Volatile.Read(ref _content).Entries;
        for (var i = 0; i < entries.Length; i++)
        {
            if (Volatile.Read(ref entries[i]) is { } entry)
                yield return entry;
        }
    }

    // at is the slot of the entry found, or else the one that a new entry goes to. There is always an empty slot. An
    // entry is put into its place before its slot is written. A place may be another entry's since its slot was read:
    // the key tells.
    private static Entry<TKey, TValue>? Find(Content content, TKey key, uint hash, out int at)
    {
        var free = -1;
        for (at = content.First(hash); Volatile.Read(ref content.Slots[at]) is not Slot.Empty and var slot;
            at = content.Next(at))
        {
            if (slot == Slot.Removed)
            {
                free = free < 0 ? at : free;
            }
            else if (Slot.HashOf(slot) == hash && Volatile.Read(ref content.Entries[Slot.PlaceOf(slot)]) is { } entry
                && EqualityComparer<TKey>.Default.Equals(entry.Key, key))
            {
                return entry;
            }
        }
        at = free < 0 ? at : free;
        return null;
    }

    private void Add(Entry<TKey, TValue> entry, uint hash, int at)
    {
        var takes = _content.Slots[at] == Slot.Empty;
        if (_used == _content.Entries.Length || (takes && _taken == _content.Entries.Length))
        {
            Grow();
            Find(_content, entry.Key, hash, out at);
            takes = true;
        }
        if (takes)
            _taken++;
        _content.Put(entry, hash, _used++, at);
        Volatile.Write(ref _count, _count + 1);
    }

    // If it is full of what was removed, it keeps its length. A reader of the content before sees what was there when
    // it began.
    private void Grow()
    {
        var before = _content;
        var length = before.Slots.Length;
        var content = new Content(_count > length / 8 * 3 ? length * 2 : length);
        _used = 0;
        foreach (var slot in before.Slots)
        {
            if (slot is Slot.Empty or Slot.Removed)
                continue;
            var hash = Slot.HashOf(slot);
            var at = content.First(hash);
            while (content.Slots[at] != Slot.Empty)
                at = content.Next(at);
            content.Put(before.Entries[Slot.PlaceOf(slot)]!, hash, _used++, at);
        }
        _taken = _used;
        Volatile.Write(ref _content, content);
    }

    /// <summary>The hash of an entry and its place, written at once.</summary>
    private static class Slot
    {
        internal const ulong Empty = 0;
        internal const ulong Removed = uint.MaxValue; // readers look on behind it

        internal static ulong Of(uint hash, int place) => ((ulong)hash << 32) | ((uint)place + 1);

        internal static uint HashOf(ulong slot) => (uint)(slot >> 32);

        internal static int PlaceOf(ulong slot) => (int)((uint)slot - 1);
    }

    private sealed class Content(int slotCount)
    {
        private readonly int _shift = 32 - BitOperations.Log2((uint)slotCount);

        internal ulong[] Slots { get; } = new ulong[slotCount]; // a power of two

        internal Entry<TKey, TValue>?[] Entries { get; } = new Entry<TKey, TValue>?[slotCount / 4 * 3];

        internal int First(uint hash) => (int)(hash >> _shift);

        internal int Next(int at) => (at + 1) & (Slots.Length - 1);

        internal void Put(Entry<TKey, TValue> entry, uint hash, int place, int at)
        {
            Volatile.Write(ref Entries[place], entry);
            Volatile.Write(ref Slots[at], Slot.Of(hash, place));
        }
    }
}
