using System.Collections.Generic;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// The entries of a table in the order of their keys. New ones wait beside it until somebody asks for the order, so
/// that writers pay next to nothing.
/// </summary>
/// <param name="entries">The table's entries, read when the order is first asked for.</param>
internal sealed class KeyIndex<TKey, TValue>(IEnumerable<KeyValuePair<TKey, Entry<TKey, TValue>>> entries)
{
    private readonly Lock _fill = new();
    private readonly Lock _gate = new();
    private bool _filled;                          // guarded by _fill
    private List<Entry<TKey, TValue>> _added = []; // guarded by _gate
    private Entry<TKey, TValue>[] _sorted = [];    // guarded by _gate; the array itself never changes

    /// <summary>Adds an entry that got its first value. Apply thread.</summary>
    /// <returns>
    /// False if so much has changed since the order was last asked for that the index is not worth keeping.
    /// </returns>
    internal bool TryAdd(Entry<TKey, TValue> entry)
    {
        lock (_gate)
        {
            _added.Add(entry);
            return _added.Count < 4096 + _sorted.Length;
        }
    }

    /// <summary>Gets a snapshot of the order; entries that hold nothing may be among them.</summary>
    internal Entry<TKey, TValue>[] InOrder()
    {
        lock (_fill)
        {
            if (!_filled)
                Fill();
        }
        lock (_gate)
        {
            if (_added.Count > 0)
                Merge();
            return _sorted;
        }
    }

    // The apply thread may add meanwhile: it must not wait for this.
    private void Fill()
    {
        var found = new List<Entry<TKey, TValue>>();
        foreach (var (_, entry) in entries)
            found.Add(entry);
        lock (_gate)
            _added.AddRange(found);
        _filled = true;
    }

    private void Merge()
    {
        var comparer = Comparer<TKey>.Default;
        _added.Sort((x, y) => comparer.Compare(x.Key, y.Key));
        var merged = new List<Entry<TKey, TValue>>(_sorted.Length + _added.Count);
        var (i, j) = (0, 0);
        while (i < _sorted.Length || j < _added.Count)
        {
            var fromSorted = j == _added.Count
                || (i < _sorted.Length && comparer.Compare(_sorted[i].Key, _added[j].Key) <= 0);
            var next = fromSorted ? _sorted[i++] : _added[j++];
            if (!next.IsEmpty && !IsRepeated(merged, next, comparer))
                merged.Add(next);
        }
        _sorted = [.. merged];
        _added = [];
    }

    // The same entry may have come twice, and beside it an emptied one of an equal key.
    private static bool IsRepeated(
        List<Entry<TKey, TValue>> merged, Entry<TKey, TValue> next, Comparer<TKey> comparer)
    {
        for (var i = merged.Count - 1; i >= 0 && comparer.Compare(merged[i].Key, next.Key) == 0; i--)
        {
            if (ReferenceEquals(merged[i], next))
                return true;
        }
        return false;
    }
}
