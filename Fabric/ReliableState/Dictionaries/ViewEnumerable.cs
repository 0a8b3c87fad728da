using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// Represents what CreateEnumerableAsync gives; it may be enumerated more than once, with the same result.
/// </summary>
internal sealed class ViewEnumerable<TKey, TValue, TItem>(
    SnapshotView<TKey, TValue> view, Func<IEnumerable<(TKey Key, Version<TValue> Version)>> items,
    Func<TKey, Version<TValue>, TItem> select) : Microsoft.ServiceFabric.Data.IAsyncEnumerable<TItem>
    where TKey : notnull
{
    public Microsoft.ServiceFabric.Data.IAsyncEnumerator<TItem> GetAsyncEnumerator() =>
        new ViewEnumerator<TKey, TValue, TItem>(view, items, select);
}
