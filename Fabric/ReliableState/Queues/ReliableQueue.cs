using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Dictionaries;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.States;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Queues;

/// <summary>
/// A queue with strict order: one transaction enqueues and one dequeues at a time. Whoever sees it empty keeps it so
/// until that transaction ends.
/// </summary>
internal sealed class ReliableQueue<T> : RowCollection<T>, IReliableQueue<T>
{
    private readonly QueueEnd _head;
    private readonly QueueEnd _tail;

    /// <summary>Makes an empty queue. Called by name, through reflection.</summary>
    public ReliableQueue(StateContext context, Uri name)
        : base(context, name, CollectionKind.Queue)
    {
        _head = new QueueEnd(() => $"the head of '{Name}'");
        _tail = new QueueEnd(() => $"the tail of '{Name}'");
    }

    private static TimeSpan Default => StateContext.DefaultTimeout;

    public Task EnqueueAsync(ITransaction tx, T item) => EnqueueAsync(tx, item, Default, default);

    public async Task EnqueueAsync(ITransaction tx, T item, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var transaction = Begin(tx, timeout, cancellationToken);
        try
        {
            transaction.CheckWritable();
            await LockAsync(transaction, _tail, LockKind.Exclusive, timeout, cancellationToken).ConfigureAwait(false);
            // A row that an earlier primary's record is about to take would be lost with its item.
            transaction.CheckCaughtUp();
            Add(transaction, _tail.SeenBy(transaction), item);
            _tail.MoveOn(transaction);
        }
        finally
        {
            transaction.Exit();
        }
    }

    public Task<ConditionalValue<T>> TryDequeueAsync(ITransaction tx) => TryDequeueAsync(tx, Default, default);

    public async Task<ConditionalValue<T>> TryDequeueAsync(
        ITransaction tx, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var transaction = Begin(tx, timeout, cancellationToken);
        try
        {
            transaction.CheckWritable();
            var found = await ReachHeadAsync(transaction, LockKind.Exclusive, timeout, cancellationToken)
                .ConfigureAwait(false);
            if (!found)
            {
                transaction.CheckReadable();
                return default;
            }
            // Before the removal: a caller may go on with the transaction after this failure.
            transaction.CheckReadable();
            var value = Remove(transaction, _head.SeenBy(transaction));
            _head.MoveOn(transaction);
            return new(true, value!);
        }
        finally
        {
            transaction.Exit();
        }
    }

    public Task<ConditionalValue<T>> TryPeekAsync(ITransaction tx) =>
        TryPeekAsync(tx, LockMode.Default, Default, default);

    public Task<ConditionalValue<T>> TryPeekAsync(ITransaction tx, LockMode lockMode) =>
        TryPeekAsync(tx, lockMode, Default, default);

    public Task<ConditionalValue<T>> TryPeekAsync(
        ITransaction tx, TimeSpan timeout, CancellationToken cancellationToken) =>
        TryPeekAsync(tx, LockMode.Default, timeout, cancellationToken);

    public async Task<ConditionalValue<T>> TryPeekAsync(
        ITransaction tx, LockMode lockMode, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var transaction = Begin(tx, timeout, cancellationToken);
        try
        {
            if (!transaction.IsPrimary)
                return PeekSnapshot(transaction, lockMode);
            var kind = lockMode == LockMode.Update ? LockKind.Update : LockKind.Shared;
            var found = await ReachHeadAsync(transaction, kind, timeout, cancellationToken).ConfigureAwait(false);
            ConditionalValue<T> value = default;
            if (found)
            {
                var row = _head.SeenBy(transaction);
                value = Rows.Present(Present(transaction, row, Rows.Row(row)));
            }
            transaction.CheckReadable();
            return value;
        }
        finally
        {
            transaction.Exit();
        }
    }

    public async Task<Microsoft.ServiceFabric.Data.IAsyncEnumerable<T>> CreateEnumerableAsync(ITransaction tx)
    {
        var view = await Rows.ViewAsync(tx, Default, default).ConfigureAwait(false);
        return new ViewEnumerable<long, T, T>(
            view, () => view.Items(null, ordered: true), (_, version) => Rows.ValueOf(version)!);
    }

    public Task<long> GetCountAsync(ITransaction tx) => Rows.GetCountAsync(tx);

    public Task ClearAsync() => Rows.ClearAsync();

    protected override void RowChanged(OperationKind kind, long row, bool wasEmpty, bool isOwn)
    {
        if (kind == OperationKind.Add)
        {
            // The rows of an empty queue may begin anywhere: after a restore this replica's numbers may lag behind.
            if (wasEmpty)
                _head.Row = row;
            _tail.Row = row + 1;
        }
        else
        {
            _head.Row = kind == OperationKind.Clear ? _tail.Row : row + 1;
            // Of a queue that a checkpoint left out as empty the tail is not known.
            _tail.Row = Math.Max(_tail.Row, _head.Row);
        }
    }

    protected override void RowUndone(OperationKind kind, long row)
    {
    }

    protected override void RowsReplaced(long[] rows) =>
        (_head.Row, _tail.Row) = rows.Length == 0 ? (0, 0) : (rows[0], rows[^1] + 1);

    private Transaction Begin(ITransaction tx, TimeSpan timeout, CancellationToken token)
    {
        StateContext.CheckTimeout(timeout);
        token.ThrowIfCancellationRequested();
        return Enter(tx);
    }

    /// <summary>
    /// Locks the head; if the queue looks empty the tail too, so that it stays empty or proves not to be.
    /// </summary>
    private async ValueTask<bool> ReachHeadAsync(
        Transaction transaction, LockKind kind, TimeSpan timeout, CancellationToken token)
    {
        var start = Context.Time.GetTimestamp();
        await LockAsync(transaction, _head, kind, timeout, token).ConfigureAwait(false);
        transaction.CheckCaughtUp();
        if (_head.SeenBy(transaction) < _tail.SeenBy(transaction))
            return true;
        var rest = timeout;
        if (timeout > TimeSpan.Zero)
        {
            rest = timeout - Context.Time.GetElapsedTime(start);
            rest = rest > TimeSpan.Zero ? rest : TimeSpan.Zero;
        }
        await LockAsync(transaction, _tail, LockKind.Shared, rest, token).ConfigureAwait(false);
        return _head.SeenBy(transaction) < _tail.SeenBy(transaction);
    }

    private async ValueTask LockAsync(
        Transaction transaction, QueueEnd end, LockKind kind, TimeSpan timeout, CancellationToken token)
    {
        await Rows.ShareLockAsync(transaction, timeout, token).ConfigureAwait(false);
        var answer = await Context.Locks.AcquireAsync(end, transaction.WriteSet, kind, timeout, token)
            .ConfigureAwait(false);
        if (answer == LockAnswer.Granted)
            transaction.Note(end, this);
        CheckUsable();
    }

    private ConditionalValue<T> PeekSnapshot(Transaction transaction, LockMode lockMode)
    {
        if (lockMode == LockMode.Update)
        {
            throw new System.Fabric.FabricNotReadableException(
                "A lock for update may be taken on the primary only.");
        }
        var first = Rows.At(transaction).Items(null, ordered: true).Select(item => item.Version).FirstOrDefault();
        transaction.CheckReadable();
        return Rows.Present(first);
    }
}
