using System;
using System.Collections.Generic;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// The entries of a table in the order of their keys. New ones wait beside it until somebody asks for the order, so
/// that writers pay next to nothing. Then they go to a short run beside the long one, into which that is merged when
/// it has grown: so somebody who asks after each write pays for the square root of the entries, not for all.
/// </summary>
/// <param name="entries">The table's entries, read when the order is first asked for.</param>
internal sealed class KeyIndex<TKey, TValue>(IEnumerable<Entry<TKey, TValue>> entries)
{
    private const int LastMin = 64;
    private readonly Lock _fill = new();
    private readonly Lock _gate = new();
    private bool _filled;                          // guarded by _fill
    private List<Entry<TKey, TValue>> _added = []; // guarded by _gate
    private Entry<TKey, TValue>[] _sorted = [];    // guarded by _gate; the array itself never changes
    private Entry<TKey, TValue>[] _last = [];      // likewise; none of them is in _sorted

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
    internal KeyOrder<TKey, TValue> InOrder()
    {
        lock (_fill)
        {
            if (!_filled)
                Fill();
        }
        lock (_gate)
        {
            if (_added.Count > 0)
                TakeAdded();
            return new(_sorted, _last);
        }
    }

    // The apply thread may add meanwhile: it must not wait for this.
    private void Fill()
    {
        var found = new List<Entry<TKey, TValue>>(entries);
        lock (_gate)
            _added.AddRange(found);
        _filled = true;
    }

    private void TakeAdded()
    {
        var comparer = Comparer<TKey>.Default;
        var byKey = Comparer<Entry<TKey, TValue>>.Create((x, y) => comparer.Compare(x.Key, y.Key));
        _added.RemoveAll(entry => IsAmong(_sorted, entry, byKey));
        _added.Sort(byKey);
        _last = Merge(_last, _added, byKey);
        _added = [];
        if (_last.Length < LastMin || (long)_last.Length * _last.Length < _sorted.Length)
            return;
        _sorted = Merge(_sorted, _last, byKey);
        _last = [];
    }

    private static Entry<TKey, TValue>[] Merge(
        IReadOnlyList<Entry<TKey, TValue>> one, IReadOnlyList<Entry<TKey, TValue>> other,
        Comparer<Entry<TKey, TValue>> byKey)
    {
        var merged = new List<Entry<TKey, TValue>>(one.Count + other.Count);
        var (i, j) = (0, 0);
        while (i < one.Count || j < other.Count)
        {
            var next = j == other.Count || (i < one.Count && byKey.Compare(one[i], other[j]) <= 0)
                ? one[i++] : other[j++];
            bool isEmpty;
            lock (next)
                isEmpty = next.IsEmpty;
            if (!isEmpty && !IsRepeated(merged, next, byKey))
                merged.Add(next);
        }
        return [.. merged];
    }

    // An entry that was emptied and has a value again is in its place already. Of entries with equal keys any may be
    // found, so those beside it count too.
    private static bool IsAmong(
        Entry<TKey, TValue>[] sorted, Entry<TKey, TValue> entry, Comparer<Entry<TKey, TValue>> byKey)
    {
        var found = Array.BinarySearch(sorted, entry, byKey);
        for (var i = found; i >= 0 && byKey.Compare(sorted[i], entry) == 0; i--)
        {
            if (ReferenceEquals(sorted[i], entry))
                return true;
        }

        for (var i = found; i >= 0 && i < sorted.Length && byKey.Compare(sorted[i], entry) == 0; i++)
        {
            if (ReferenceEquals(sorted[i], entry))
                return true;
        }

        return false;
    }

    // The same entry may have come twice, and beside it an emptied one of an equal key.
    private static bool IsRepeated(
        List<Entry<TKey, TValue>> merged, Entry<TKey, TValue> next, Comparer<Entry<TKey, TValue>> byKey)
    {
        for (var i = merged.Count - 1; i >= 0 && byKey.Compare(merged[i], next) == 0; i--)
        {
            if (ReferenceEquals(merged[i], next))
                return true;
        }
        return false;
    }
}
