using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>The order of a table's keys at one moment, in two runs that share no entry: most of them, and those that
/// came last.</summary>
internal readonly record struct KeyOrder<TKey, TValue>(Entry<TKey, TValue>[] Most, Entry<TKey, TValue>[] Last)
{
    /// <summary>Gets the entries by rising keys.</summary>
    /// <param name="isBefore">
    /// Holds for the keys to leave out, which are all those below the first for which it does not hold; null for none.
    /// </param>
    internal IEnumerable<Entry<TKey, TValue>> From(Func<TKey, bool>? isBefore)
    {
        var comparer = Comparer<TKey>.Default;
        var (i, j) = isBefore is null ? (0, 0) : (CountBefore(Most, isBefore), CountBefore(Last, isBefore));
        while (i < Most.Length || j < Last.Length)
        {
            var isMost = j == Last.Length || (i < Most.Length && comparer.Compare(Most[i].Key, Last[j].Key) <= 0);
            yield return isMost ? Most[i++] : Last[j++];
        }
    }

    private static int CountBefore(Entry<TKey, TValue>[] entries, Func<TKey, bool> isBefore)
    {
        var (low, high) = (0, entries.Length);
        while (low < high)
        {
            var middle = (low + high) >>> 1;
            if (isBefore(entries[middle].Key))
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }
}
