using System;
using System.Fabric;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.ReliableState.Checkpoints;
using SfPerf.Fabric.ReliableState.Dictionaries;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Serialization;
using SfPerf.Fabric.ReliableState.States;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Queues;

/// <summary>
/// A collection whose items are numbered rows of a dictionary: that brings versions, records and checkpoints.
/// </summary>
internal abstract class RowCollection<T> : ReliableCollection
{
    protected RowCollection(StateContext context, Uri name, CollectionKind kind)
        : base(context, name, new(kind, null, typeof(T))) =>
        Rows = new ReliableDictionary<long, T>(context, name, Type, this);

    protected ReliableDictionary<long, T> Rows { get; }

    internal override void Register(int id)
    {
        Rows.Register(id);
        base.Register(id);
    }

    internal override void MarkRemoved()
    {
        Rows.MarkRemoved();
        base.MarkRemoved();
    }

    public override void Apply(in PendingOperation operation, long lsn)
    {
        var wasEmpty = Rows.Count == 0;
        Rows.Apply(in operation, lsn);
        RowChanged(operation.Kind, RowOf(in operation), wasEmpty, isOwn: true);
    }

    public override void Settle(in PendingOperation operation, long lsn) => Rows.Settle(in operation, lsn);

    public override void Undo(in PendingOperation operation)
    {
        Rows.Undo(in operation);
        if (operation.Item is Entry<long, T> entry)
            Rows.RetireIfFree(entry);
        RowUndone(operation.Kind, RowOf(in operation));
    }

    public override void Notify(in PendingOperation operation, ITransaction transaction)
    {
    }

    public override void RetireIfEmpty(KeyLockResource resource)
    {
    }

    public override void DropRetained(object item, long lsn) => Rows.DropRetained(item, lsn);

    internal override PendingOperation ApplyRecord(OperationKind kind, ref RecordReader reader, long lsn)
    {
        var wasEmpty = Rows.Count == 0;
        var operation = Rows.ApplyRecord(kind, ref reader, lsn);
        RowChanged(kind, RowOf(in operation), wasEmpty, isOwn: false);
        return operation;
    }

    internal override Task WriteCheckpointAsync(
        CheckpointWriter writer, long lsn, CancellationToken cancellationToken) =>
        Rows.WriteCheckpointAsync(writer, lsn, cancellationToken);

    internal override async Task ReadCheckpointAsync(
        CheckpointReader reader, long lsn, CancellationToken cancellationToken)
    {
        await Rows.ReadCheckpointAsync(reader, lsn, cancellationToken).ConfigureAwait(false);
        RowsReplaced(Rows.RowsInOrder());
    }

    internal override void Empty()
    {
        Rows.Empty();
        RowsReplaced([]);
    }

    internal override Task NotifyRebuiltAsync() => Task.CompletedTask;

    /// <summary>A row came or went, or all went. Apply thread, before the change is visible.</summary>
    protected abstract void RowChanged(OperationKind kind, long row, bool wasEmpty, bool isOwn);

    /// <summary>A change that was never applied was taken back. Any thread.</summary>
    protected abstract void RowUndone(OperationKind kind, long row);

    /// <summary>All rows were replaced by these.</summary>
    protected abstract void RowsReplaced(long[] rows);

    /// <summary>
    /// Makes the adding of a row part of the transaction. The row is nobody else's: it needs no lock.
    /// </summary>
    protected void Add(Transaction transaction, long row, T value)
    {
        Rows.BeginWrite(transaction, row);
        Rows.WriteValue(transaction, value);
        Rows.Push(transaction, Rows.EntryOf(row), OperationKind.Add, value);
    }

    /// <summary>Makes the removal of a row part of the transaction, which alone may touch it.</summary>
    protected T? Remove(Transaction transaction, long row)
    {
        var entry = Rows.Row(row);
        var value = Rows.ValueOf(Present(transaction, row, entry));
        Rows.BeginWrite(transaction, row);
        Rows.Push(transaction, entry!, OperationKind.Remove, default);
        return value;
    }

    /// <summary>Gets the row's version that the transaction sees. The transaction alone may touch the row.</summary>
    /// <exception cref="FabricNotReadableException">This replica lost its role meanwhile, and the next primary took the
    /// row.</exception>
    protected static Version<T> Present(Transaction transaction, long row, Entry<long, T>? entry) =>
        entry?.Current(transaction.WriteSet) ?? throw new FabricNotReadableException(string.Create(
            CultureInfo.InvariantCulture,
            $"The replica cannot be read now: another primary took item {row} since the {transaction} began."));

    private static long RowOf(in PendingOperation operation) =>
        operation.Item is Entry<long, T> entry ? entry.Key : -1;
}
