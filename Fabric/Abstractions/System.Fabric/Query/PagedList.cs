#nullable disable

using System.Collections;
using System.Collections.Generic;

namespace System.Fabric.Query;

/// <summary>A list of query results. It belongs to the caller, who may change it. Not thread safe.</summary>
/// <typeparam name="T">The type of the results.</typeparam>
public abstract class PagedList<T> : IList<T>
{
    private readonly IList<T> _items;

    /// <summary>Initializes an empty list.</summary>
    protected PagedList()
        : this(new List<T>())
    {
    }

    /// <summary>Initializes a list that shows another one.</summary>
    /// <param name="list">The other list, which is not copied.</param>
    /// <exception cref="ArgumentNullException">The other list is null.</exception>
    protected PagedList(IList<T> list)
    {
        ArgumentNullException.ThrowIfNull(list);
        _items = list;
    }

    /// <summary>
    /// Gets or sets the place where the next page begins; null here, because queries answer with one page.
    /// </summary>
    public string ContinuationToken { get; set; }

    /// <summary>Gets the number of results.</summary>
    public int Count => _items.Count;

    /// <summary>Gets whether the list cannot be changed.</summary>
    public bool IsReadOnly => _items.IsReadOnly;

    /// <summary>Gets or sets the result at a position.</summary>
    /// <param name="index">The position, from 0.</param>
    public T this[int index]
    {
        get => _items[index];
        set => _items[index] = value;
    }

    /// <inheritdoc/>
    public void Add(T item) => _items.Add(item);

    /// <inheritdoc/>
    public void Clear() => _items.Clear();

    /// <inheritdoc/>
    public bool Contains(T item) => _items.Contains(item);

    /// <inheritdoc/>
    public void CopyTo(T[] array, int arrayIndex) => _items.CopyTo(array, arrayIndex);

    /// <inheritdoc/>
    public IEnumerator<T> GetEnumerator() => _items.GetEnumerator();

    /// <inheritdoc/>
    public int IndexOf(T item) => _items.IndexOf(item);

    /// <inheritdoc/>
    public void Insert(int index, T item) => _items.Insert(index, item);

    /// <inheritdoc/>
    public bool Remove(T item) => _items.Remove(item);

    /// <inheritdoc/>
    public void RemoveAt(int index) => _items.RemoveAt(index);

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
