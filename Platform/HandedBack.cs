using System;
using System.Runtime.InteropServices;
using System.Threading;

namespace SfPerf.Platform;

/// <summary>
/// Keeps objects for their next use, where other threads put them back than take them. Each side has a stack and a lock
/// of its own, which so stay in the caches of its threads; a taker whose stack is empty exchanges the two. Any thread.
/// </summary>
/// <typeparam name="T">What is kept.</typeparam>
/// <param name="countMax">How many objects each side holds at most.</param>
public sealed class HandedBack<T>(int countMax)
    where T : class
{
    private readonly Side _taken = new(countMax);
    private readonly Side _returned = new(countMax);

    /// <summary>Takes an object that was put back; null if there is none.</summary>
    /// <param name="next">The one that is taken next, unless other threads take: not to be changed.</param>
    public T? Take(out T? next)
    {
        lock (_taken.Gate)
        {
            if (_taken.Count == 0)
                Exchange();
            var item = _taken.Pop();
            next = _taken.Top;
            return item;
        }
    }

    /// <summary>Puts an object back that nobody uses any more.</summary>
    /// <returns>False: there are enough of them, and this one is not kept.</returns>
    public bool TryPut(T item)
    {
        lock (_returned.Gate)
            return _returned.TryPush(item);
    }

    private void Exchange()
    {
        lock (_returned.Gate)
            _taken.Exchange(_returned);
    }

    // The lock is made first and lies beside what it guards.
    private sealed class Side(int countMax)
    {
        private const int ItemsMin = 8;
        internal readonly Lock Gate = new();
        private T?[] _items = [];
        private PaddedNumber _count;

        internal int Count
        {
            get => _count.Value;
            private set => _count.Value = value;
        }

        internal T? Top => Count > 0 ? _items[Count - 1] : null;

        internal T? Pop()
        {
            if (Count == 0)
                return null;
            var item = _items[--Count];
            _items[Count] = null;
            return item;
        }

        internal bool TryPush(T item)
        {
            if (Count == countMax)
                return false;
            if (Count == _items.Length)
                Array.Resize(ref _items, Math.Clamp(2 * Count, Math.Min(countMax, ItemsMin), countMax));
            _items[Count++] = item;
            return true;
        }

        internal void Exchange(Side other)
        {
            (_items, other._items) = (other._items, _items);
            (Count, other.Count) = (other.Count, Count);
        }
    }
}

/// <summary>A number that keeps what follows it in memory off its cache lines.</summary>
[StructLayout(LayoutKind.Explicit, Size = 128)]
internal struct PaddedNumber
{
    [FieldOffset(0)]
    internal int Value;
}
