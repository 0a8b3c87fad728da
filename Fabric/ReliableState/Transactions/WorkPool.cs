using System;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Transactions;

/// <summary>A bounded pool without locks; any thread.</summary>
internal sealed class WorkPool
{
    private readonly TransactionWork?[] _items = new TransactionWork?[256];
    private TransactionWork? _fast;

    internal TransactionWork Rent()
    {
        var work = _fast;
        if (work is not null && Interlocked.CompareExchange(ref _fast, null, work) == work)
            return work;
        foreach (ref var item in _items.AsSpan())
        {
            work = item;
            if (work is not null && Interlocked.CompareExchange(ref item, null, work) == work)
                return work;
        }
        return new TransactionWork();
    }

    internal void Return(TransactionWork work)
    {
        if (!work.TryReset())
            return;
        if (_fast is null && Interlocked.CompareExchange(ref _fast, work, null) is null)
            return;
        foreach (ref var item in _items.AsSpan())
        {
            if (item is null && Interlocked.CompareExchange(ref item, work, null) is null)
                return;
        }
    }
}
