using System;
using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>What CreateEnumerableAsync gives; it may be enumerated more than once, with the same result.</summary>
internal sealed class ViewEnumerable<TKey, TValue, TItem>(
    SnapshotView<TKey, TValue> view, Func<TKey, bool>? filter, bool ordered,
    Func<TKey, Version<TValue>, TItem> select) : IAsyncEnumerable<TItem>
    where TKey : notnull
{
    public IAsyncEnumerator<TItem> GetAsyncEnumerator() =>
        new ViewEnumerator<TKey, TValue, TItem>(view, filter, ordered, select);
}
