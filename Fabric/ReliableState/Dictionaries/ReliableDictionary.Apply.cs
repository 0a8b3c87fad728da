using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Serialization;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <content>How changes become part of the state. Apply thread, unless said otherwise.</content>
internal sealed partial class ReliableDictionary<TKey, TValue>
{
    private const int KeptOverwrittenMax = 1024;

    // What the last record overwrote of its own. Apply thread.
    private List<Version<TValue>> _overwritten = [];

    public Task ClearAsync() => ClearAsync(Default, default);

    public async Task ClearAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        StateContext.CheckTimeout(timeout);
        CheckUsable();
        using var transaction = new Transaction(Context);
        transaction.CheckWritable();
        await Context.Locks
            .AcquireAsync(CollectionLock, transaction.WriteSet, LockKind.Exclusive, timeout, cancellationToken)
            .ConfigureAwait(false);
        try
        {
            CheckUsable();
            transaction.BeginOperation(OperationKind.Clear, Id);
            transaction.AddOperation(new(OperationKind.Clear, _target, this, null));
            await transaction.CommitAsync().ConfigureAwait(false);
        }
        finally
        {
            CollectionLock.Exit(LockKind.Exclusive);
        }
    }

    public override void Apply(in PendingOperation operation, long lsn)
    {
        if (operation.Kind == OperationKind.Clear)
        {
            Clear(lsn);
            return;
        }
        var version = Unsafe.As<Version<TValue>>(operation.Version!);
        version.Apply(lsn);
        NoteApplied(operation.Kind, Unsafe.As<Entry<TKey, TValue>>(operation.Item));
    }

    public override void Settle(in PendingOperation operation, long lsn)
    {
        if (_overwritten.Count > 0 && _overwritten[0].Lsn != lsn)
            GiveUpOverwritten();
        if (operation.Kind == OperationKind.Clear)
        {
            DropOlder(Table);
            return;
        }
        var entry = Unsafe.As<Entry<TKey, TValue>>(operation.Item);
        var version = Unsafe.As<Version<TValue>>(operation.Version!);
        if (version.Older is { } older && !IsRetained(entry, older, lsn))
        {
            lock (entry)
                version.Older = older.Older;
            // The service has not been notified yet of one that this very record set.
            if (older.Lsn == lsn)
                _overwritten.Add(older);
            else
                GiveUp(older);
        }
        if (version.IsRemoval && version.Older is null)
            RetireIfFree(entry);
    }

    // Any thread.
    public override void Undo(in PendingOperation operation)
    {
        if (operation.Kind == OperationKind.Clear)
            return;
        var version = Unsafe.As<Version<TValue>>(operation.Version!);
        Unsafe.As<Entry<TKey, TValue>>(operation.Item).Withdraw(version);
        GiveUp(version);
    }

    // Any thread.
    public override void DropRetained(object item, long lsn)
    {
        if (item is Table<TKey, TValue> table)
        {
            DropOlder(table);
            return;
        }
        var entry = Unsafe.As<Entry<TKey, TValue>>(item);
        Version<TValue>? dropped = null;
        lock (entry)
        {
            if (entry.FirstAfter(lsn) is { Older: { } older } version && !IsRetained(entry, older, version.Lsn))
                (dropped, version.Older) = (older, older.Older);
        }
        if (dropped is not null)
            GiveUp(dropped);
        RetireIfFree(entry);
    }

    internal override PendingOperation ApplyRecord(OperationKind kind, ref RecordReader reader, long lsn)
    {
        if (kind == OperationKind.Clear)
        {
            Clear(lsn);
            return new(kind, _target, this, null);
        }
        var key = _keys.Read(reader.ReadBytes());
        var version = _spares.Take();
        if (kind != OperationKind.Remove && reader.TryReadBytes(out var value))
            version.BeginApplied(lsn, value.Span, Memory);
        else
            version.BeginApplied(lsn, isRemoval: kind == OperationKind.Remove);
        Entry<TKey, TValue> entry;
        bool wasPresent;
        do
        {
            entry = EntryOf(key);
        }
        while (!entry.TryInstall(version, out wasPresent));
        if (kind != OperationKind.Remove)
            kind = wasPresent ? OperationKind.Update : OperationKind.Add;
        else if (!wasPresent)
            kind = OperationKind.None; // a checkpoint left it out, because the record was to come again
        NoteApplied(kind, entry);
        return new(kind, _target, entry, version);
    }

    private void NoteApplied(OperationKind kind, Entry<TKey, TValue> entry)
    {
        if (kind == OperationKind.Add)
        {
            Volatile.Write(ref _count, _count + 1);
            Table.NoteAdded(entry);
        }
        else if (kind == OperationKind.Remove)
        {
            Volatile.Write(ref _count, _count - 1);
        }
    }

    private void Clear(long lsn)
    {
        Volatile.Write(ref _count, 0);
        Volatile.Write(ref _table, new(lsn, Table));
    }

    private void DropOlder(Table<TKey, TValue> table)
    {
        if (table.Older is { } older && !Context.Visibility.Retain(older.FromLsn, table.FromLsn, this, table))
            table.Older = older.Older;
    }

    // Of a version that was taken out of its chain, and is not retained. A removal may be seen though it is not
    // retained; rows are looked up without a lock. Any thread.
    private void GiveUp(Version<TValue> version)
    {
        if (!version.IsRemoval && ReferenceEquals(_target, this))
            _spares.Put(version);
    }

    private void GiveUpOverwritten()
    {
        foreach (var version in _overwritten)
            GiveUp(version);
        if (_overwritten.Capacity > KeptOverwrittenMax)
            _overwritten = [];
        else
            _overwritten.Clear();
    }

    // If the key was absent, the end of the chain means the same.
    private bool IsRetained(Entry<TKey, TValue> entry, Version<TValue> version, long untilLsn) =>
        version is not { IsRemoval: true, Older: null }
        && Context.Visibility.Retain(version.Lsn, untilLsn, this, entry);

    /// <summary>Drops an entry that holds nothing. Any thread.</summary>
    internal void RetireIfFree(Entry<TKey, TValue> entry)
    {
        lock (entry)
        {
            if (entry.IsIdle)
                RetireIfEmpty(entry);
        }
    }
}
