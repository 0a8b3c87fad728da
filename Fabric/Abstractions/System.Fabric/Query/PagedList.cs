#nullable disable

using System.Collections;
using System.Collections.Generic;

namespace System.Fabric.Query;

public abstract class PagedList<T> : IList<T>
{
    private readonly IList<T> _items;

    protected PagedList()
        : this(new List<T>())
    {
    }

    protected PagedList(IList<T> list)
    {
        ArgumentNullException.ThrowIfNull(list);
        _items = list;
    }

    public string ContinuationToken { get; set; }

    public int Count => _items.Count;

    public bool IsReadOnly => _items.IsReadOnly;

    public T this[int index]
    {
        get => _items[index];
        set => _items[index] = value;
    }

    public void Add(T item) => _items.Add(item);

    public void Clear() => _items.Clear();

    public bool Contains(T item) => _items.Contains(item);

    public void CopyTo(T[] array, int arrayIndex) => _items.CopyTo(array, arrayIndex);

    public IEnumerator<T> GetEnumerator() => _items.GetEnumerator();

    public int IndexOf(T item) => _items.IndexOf(item);

    public void Insert(int index, T item) => _items.Insert(index, item);

    public bool Remove(T item) => _items.Remove(item);

    public void RemoveAt(int index) => _items.RemoveAt(index);

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
