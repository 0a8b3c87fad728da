using System;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Transactions;

/// <summary>A bounded pool without locks; any thread.</summary>
internal sealed class WriteSetPool
{
    private readonly WriteSet?[] _items = new WriteSet?[256];
    private WriteSet? _fast;

    internal WriteSet Rent(Transaction owner)
    {
        var writeSet = Take();
        writeSet.Owner = owner;
        return writeSet;
    }

    internal void Return(WriteSet writeSet)
    {
        if (!writeSet.TryReset())
            return;
        if (_fast is null && Interlocked.CompareExchange(ref _fast, writeSet, null) is null)
            return;
        foreach (ref var item in _items.AsSpan())
        {
            if (item is null && Interlocked.CompareExchange(ref item, writeSet, null) is null)
                return;
        }
    }

    private WriteSet Take()
    {
        var writeSet = _fast;
        if (writeSet is not null && Interlocked.CompareExchange(ref _fast, null, writeSet) == writeSet)
            return writeSet;
        foreach (ref var item in _items.AsSpan())
        {
            writeSet = item;
            if (writeSet is not null && Interlocked.CompareExchange(ref item, null, writeSet) == writeSet)
                return writeSet;
        }
        return new WriteSet();
    }
}
