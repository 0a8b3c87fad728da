using System.Threading;

namespace SfPerf.LoadGenerator.Workloads;

/// <summary>The items that exist: those loaded at first, then each insert once the store has acknowledged it. A read
/// is never sent to an item whose insert may not have arrived. Shared by all workers and phases of a run.</summary>
internal sealed class ItemSpace(int loaded, int insertsMax)
{
    private readonly Lock _gate = new();
    private readonly int[] _inserted = new int[insertsMax];
    private int _begun;
    private int _acknowledged;

    /// <summary>Gets the items loaded at first.</summary>
    internal int Loaded => loaded;

    /// <summary>Gets the items there may ever be.</summary>
    internal int Capacity => loaded + insertsMax;

    /// <summary>Gets the items that exist now.</summary>
    internal int Count => loaded + Volatile.Read(ref _acknowledged);

    /// <summary>Returns an existing item by the order in which they came to be, below <see cref="Count"/>.</summary>
    internal int At(int order) => order < loaded ? order : Volatile.Read(ref _inserted[order - loaded]);

    /// <summary>Takes a new item; false when all are taken.</summary>
    internal bool TryBegin(out int item)
    {
        item = loaded + Interlocked.Increment(ref _begun) - 1;
        return item < Capacity;
    }

    /// <summary>The store has acknowledged an insert.</summary>
    internal void Acknowledge(int item)
    {
        lock (_gate)
        {
            Volatile.Write(ref _inserted[_acknowledged], item);
            Volatile.Write(ref _acknowledged, _acknowledged + 1);
        }
    }
}
