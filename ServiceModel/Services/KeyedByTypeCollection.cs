using System.Collections.ObjectModel;
using System.Linq;

namespace System.Collections.Generic;

/// <summary>Items of which there is at most one of each type.</summary>
public class KeyedByTypeCollection<TItem> : KeyedCollection<Type, TItem>
{
    public KeyedByTypeCollection()
        : base(null, 4)
    {
    }

    public T? Find<T>() => this.OfType<T>().FirstOrDefault();

    public T? Remove<T>()
    {
        var found = Find<T>();
        if (found is TItem item)
            Remove(item);
        return found;
    }

    protected override Type GetKeyForItem(TItem item) => item!.GetType();
}

internal static class KeyedByTypeCollection
{
    internal static KeyedByTypeCollection<TItem> Of<TItem>(TItem[] items)
    {
        var collection = new KeyedByTypeCollection<TItem>();
        AddNew(collection, items);
        return collection;
    }

    /// <summary>Adds the items of whose types there is none yet.</summary>
    internal static void AddNew<TItem>(KeyedByTypeCollection<TItem> collection, IEnumerable<TItem> items)
    {
        foreach (var item in items)
        {
            if (!collection.Contains(item!.GetType()))
                collection.Add(item);
        }
    }
}
