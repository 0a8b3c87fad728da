using System.Threading;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// The keys of a dictionary since it was last cleared; readers of an earlier time go to the older table.
/// </summary>
internal sealed class Table<TKey, TValue>(long fromLsn, Table<TKey, TValue>? older)
    where TKey : notnull
{
    private Table<TKey, TValue>? _older = older;
    private KeyIndex<TKey, TValue>? _index; // null until somebody asks for the order

    internal EntryMap<TKey, TValue> Entries { get; } = new();

    /// <summary>Gets where the bytes of the values are; it goes with the table.</summary>
    internal SlabAllocator Memory { get; } = new();

    internal long FromLsn { get; } = fromLsn;

    internal Table<TKey, TValue>? Older
    {
        get => Volatile.Read(ref _older);
        set => Volatile.Write(ref _older, value);
    }

    internal Table<TKey, TValue> At(long lsn)
    {
        var table = this;
        while (table.FromLsn > lsn && table.Older is { } older)
            table = older;
        return table;
    }

    /// <summary>Gets the keys in order.</summary>
    internal KeyOrder<TKey, TValue> InOrder()
    {
        // Published before it reads the entries: the apply thread adds to it whatever that reading may miss.
        var index = Volatile.Read(ref _index);
        if (index is null)
        {
            var created = new KeyIndex<TKey, TValue>(Entries);
            index = Interlocked.CompareExchange(ref _index, created, null) ?? created;
        }
        return index.InOrder();
    }

    /// <summary>Notes that an absent key got a value. Apply thread.</summary>
    internal void NoteAdded(Entry<TKey, TValue> entry)
    {
        if (Volatile.Read(ref _index) is { } index && !index.TryAdd(entry))
            Volatile.Write(ref _index, null);
    }
}
