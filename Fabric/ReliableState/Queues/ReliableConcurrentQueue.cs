using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.States;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Queues;

/// <summary>
/// A queue without isolation: items come in when their transaction commits; an item taken is gone for all others at
/// once, and comes back to the front when its taker aborts. The order is first in, first out as far as that allows.
/// </summary>
internal sealed class ReliableConcurrentQueue<T>(StateContext context, Uri name)
    : RowCollection<T>(context, name, CollectionKind.ConcurrentQueue), IReliableConcurrentQueue<T>
{
    private static readonly TimeSpan DefaultTimeout = TimeSpan.FromSeconds(30);

    private readonly Lock _gate = new();
    private readonly LinkedList<long> _free = [];                            // guarded by _gate: rows nobody took
    private readonly Dictionary<long, LinkedListNode<long>> _freeByRow = []; // guarded by _gate
    private long _nextRow;                                                   // guarded by _gate

    public long Count
    {
        get
        {
            lock (_gate)
                return _free.Count;
        }
    }

    public async Task EnqueueAsync(
        ITransaction tx, T value, CancellationToken cancellationToken = default, TimeSpan? timeout = null)
    {
        var transaction = await BeginAsync(tx, cancellationToken, timeout).ConfigureAwait(false);
        try
        {
            // A row that an earlier primary's record is about to take would be lost with its item.
            transaction.CheckCaughtUp();
            Add(transaction, NextRow(), value);
        }
        finally
        {
            transaction.Exit();
        }
    }

    public async Task<ConditionalValue<T>> TryDequeueAsync(
        ITransaction tx, CancellationToken cancellationToken = default, TimeSpan? timeout = null)
    {
        var transaction = await BeginAsync(tx, cancellationToken, timeout).ConfigureAwait(false);
        try
        {
            transaction.CheckReadable();
            if (TryTake(out var row))
                return new(true, Take(transaction, row)!);
            transaction.CheckReadable();
            return default;
        }
        finally
        {
            transaction.Exit();
        }
    }

    protected override void RowChanged(OperationKind kind, long row, bool wasEmpty, bool isOwn)
    {
        lock (_gate)
        {
            _nextRow = Math.Max(_nextRow, row + 1);
            if (kind == OperationKind.Add)
                _freeByRow[row] = _free.AddLast(row);
            else if (!isOwn && _freeByRow.Remove(row, out var node))
                _free.Remove(node);
        }
    }

    protected override void RowUndone(OperationKind kind, long row)
    {
        if (kind != OperationKind.Remove)
            return;
        lock (_gate)
        {
            // The state may have been replaced since the row was taken.
            if (Rows.ContainsRow(row) && !_freeByRow.ContainsKey(row))
                _freeByRow[row] = _free.AddFirst(row);
        }
    }

    protected override void RowsReplaced(long[] rows)
    {
        lock (_gate)
        {
            _free.Clear();
            _freeByRow.Clear();
            foreach (var row in rows)
                _freeByRow[row] = _free.AddLast(row);
            _nextRow = Math.Max(_nextRow, rows.Length == 0 ? 0 : rows[^1] + 1);
        }
    }

    private long NextRow()
    {
        lock (_gate)
            return _nextRow++;
    }

    private bool TryTake(out long row)
    {
        lock (_gate)
        {
            row = _free.First?.Value ?? -1;
            if (row < 0)
                return false;
            _free.RemoveFirst();
            return _freeByRow.Remove(row);
        }
    }

    private T? Take(Transaction transaction, long row)
    {
        try
        {
            return Remove(transaction, row);
        }
        catch
        {
            // Its value could not be read, or the transaction takes no more: the item stays where it was.
            RowUndone(OperationKind.Remove, row);
            throw;
        }
    }

    private async ValueTask<Transaction> BeginAsync(ITransaction tx, CancellationToken token, TimeSpan? timeout)
    {
        var patience = StateContext.CheckTimeout(timeout ?? DefaultTimeout);
        token.ThrowIfCancellationRequested();
        var transaction = Enter(tx);
        try
        {
            transaction.CheckWritable();
            await Rows.ShareLockAsync(transaction, patience, token).ConfigureAwait(false);
            return transaction;
        }
        catch
        {
            transaction.Exit();
            throw;
        }
    }
}
