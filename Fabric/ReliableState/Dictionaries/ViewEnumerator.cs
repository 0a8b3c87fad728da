using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>Walks over a view. One caller at a time.</summary>
internal sealed class ViewEnumerator<TKey, TValue, TItem>(
    SnapshotView<TKey, TValue> view, Func<IEnumerable<(TKey Key, Version<TValue> Version)>> items,
    Func<TKey, Version<TValue>, TItem> select) : Microsoft.ServiceFabric.Data.IAsyncEnumerator<TItem>
    where TKey : notnull
{
    private IEnumerator<(TKey Key, Version<TValue> Version)>? _items;

    public TItem Current { get; private set; } = default!;

    public Task<bool> MoveNextAsync(CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return Task.FromCanceled<bool>(cancellationToken);
        try
        {
            _items ??= items().GetEnumerator();
            var found = _items.MoveNext();
            // Before the value is read: once the transaction has ended, its version may be another key's. And after it:
            // the transaction may have ended meanwhile.
            view.CheckReadable();
            Current = found ? select(_items.Current.Key, _items.Current.Version) : default!;
            view.CheckReadable();
            return Task.FromResult(found);
        }
        catch (Exception e)
        {
            return Task.FromException<bool>(e);
        }
    }

    public void Reset() => Dispose();

    public void Dispose()
    {
        _items?.Dispose();
        _items = null;
        Current = default!;
    }
}
