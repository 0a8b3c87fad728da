using System.Collections.ObjectModel;
using System.Linq;

namespace System.Collections.Generic;

/// <summary>A collection that holds at most one item of each type.</summary>
/// <typeparam name="TItem">The common type of the items.</typeparam>
/// <remarks>Adding a second item of a type throws <see cref="ArgumentException"/>. Not safe for several
/// threads.</remarks>
public class KeyedByTypeCollection<TItem> : KeyedCollection<Type, TItem>
{
    /// <summary>Creates an empty collection.</summary>
    public KeyedByTypeCollection()
        : base(null, 4)
    {
    }

    /// <summary>Finds the first item that is a <typeparamref name="T"/>, or derives from or implements it.</summary>
    /// <typeparam name="T">The type to find.</typeparam>
    /// <returns>The default value, null for a class, when there is none.</returns>
    public T? Find<T>() => this.OfType<T>().FirstOrDefault();

    /// <summary>Removes the first item that is a <typeparamref name="T"/>, or derives from or implements it.</summary>
    /// <typeparam name="T">The type to find.</typeparam>
    /// <returns>The removed item; the default value, null for a class, when there is none.</returns>
    public T? Remove<T>()
    {
        var found = Find<T>();
        if (found is TItem item)
            Remove(item);
        return found;
    }

    /// <summary>Gets the type of an item.</summary>
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
