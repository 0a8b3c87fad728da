using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.ReliableState.Checkpoints;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Serialization;
using SfPerf.Fabric.ReliableState.States;
using SfPerf.Fabric.ReliableState.Transactions;
using SfPerf.Fabric.ReliableState.Visibility;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>Represents what the state manager knows of every collection.</summary>
internal abstract class ReliableCollection : IReliableState, IOperationTarget, ILockHome, IRetainer
{
    private volatile bool _registered;
    private volatile bool _removed;

    protected ReliableCollection(StateContext context, Uri name, CollectionType type)
    {
        Type = type;
        Context = context;
        Name = name;
        CollectionLock = new CollectionLock(() => $"'{Name}'");
    }

    public Uri Name { get; }

    internal CollectionType Type { get; }

    internal StateContext Context { get; }

    internal CollectionLock CollectionLock { get; }

    /// <summary>Gets the number by which records name this collection; the same on every replica.</summary>
    internal int Id { get; private set; }

    /// <summary>Makes the collection usable, once its creation is applied.</summary>
    internal virtual void Register(int id)
    {
        Id = id;
        _removed = false;
        _registered = true;
    }

    /// <summary>Ends the collection: later calls fail.</summary>
    internal virtual void MarkRemoved() => _removed = true;

    /// <summary>Applies one operation of a record that was replicated elsewhere. Apply thread.</summary>
    internal abstract PendingOperation ApplyRecord(OperationKind kind, ref RecordReader reader, long lsn);

    /// <summary>Writes what is visible at an LSN.</summary>
    internal abstract Task WriteCheckpointAsync(CheckpointWriter writer, long lsn, CancellationToken cancellationToken);

    /// <summary>Replaces all by what was written.</summary>
    internal abstract Task ReadCheckpointAsync(CheckpointReader reader, long lsn, CancellationToken cancellationToken);

    /// <summary>Drops all, without a trace in the log.</summary>
    internal abstract void Empty();

    /// <summary>Notifies the service that the whole state was replaced, if it has registered for that.</summary>
    internal abstract Task NotifyRebuiltAsync();

    public abstract void Apply(in PendingOperation operation, long lsn);

    public abstract void Settle(in PendingOperation operation, long lsn);

    public abstract void Notify(in PendingOperation operation, ITransaction transaction);

    public abstract void Undo(in PendingOperation operation);

    public abstract void RetireIfEmpty(KeyLockResource resource);

    public abstract void DropRetained(object item, long lsn);

    /// <summary>Checks that the collection may be used.</summary>
    internal void CheckUsable()
    {
        if (_removed)
            throw new FabricObjectClosedException($"The reliable state '{Name}' was removed.");
        if (!_registered)
        {
            throw new InvalidOperationException(
                $"The reliable state '{Name}' may be used once the transaction that created it has committed.");
        }
    }

    /// <summary>Begins a call of a transaction on this collection.</summary>
    internal Transaction Enter(ITransaction tx)
    {
        ArgumentNullException.ThrowIfNull(tx);
        if (tx is not Transaction transaction || !ReferenceEquals(transaction.Context, Context))
            throw new ArgumentException("The transaction belongs to another state manager.", nameof(tx));
        CheckUsable();
        transaction.Enter();
        return transaction;
    }

    /// <summary>Shares the lock over the whole collection if that needs no wait.</summary>
    protected bool TryShareLock(Transaction transaction)
    {
        if (transaction.Shares(CollectionLock))
            return true;
        if (!CollectionLock.TryShare())
            return false;
        transaction.WriteSet.CollectionLocks.Add(CollectionLock);
        return true;
    }

    internal async ValueTask ShareLockAsync(Transaction transaction, TimeSpan timeout, CancellationToken token)
    {
        if (transaction.Shares(CollectionLock))
            return;
        await Context.Locks.AcquireAsync(CollectionLock, transaction.WriteSet, LockKind.Shared, timeout, token)
            .ConfigureAwait(false);
        transaction.WriteSet.CollectionLocks.Add(CollectionLock);
    }
}
