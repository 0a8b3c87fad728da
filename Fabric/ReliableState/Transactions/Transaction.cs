using System;
using System.Fabric;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Data;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Visibility;
using SfPerf.Fabric.Replication;

namespace SfPerf.Fabric.ReliableState.Transactions;

/// <summary>Represents one transaction of this replica. It is its own commit on the way through the log.</summary>
/// <remarks>
/// One call at a time: a second one fails with <see cref="InvalidOperationException"/> and harms nothing. Dispose
/// during a call fails likewise, and the transaction ends as soon as that call does.
/// </remarks>
internal sealed partial class Transaction : ReplicationOperation, IConditionalTransaction, IThreadPoolWorkItem
{
    private const int Idle = 0;
    private const int Busy = 1;
    private const int BusyDisposed = 2;

    private readonly int _generation;
    private long _foreignCount;
    private bool _dependsOnState;                       // and so on _foreignCount
    private WriteSet? _writeSet;
    private VisibilityPoint? _snapshot;
    private TaskCompletionSource? _completion;
    private Exception? _failure;                        // set before the completion ends
    private long _commitLsn = -1;
    private int _gate;
    private volatile TransactionState _state;

    internal Transaction(StateContext context)
    {
        Context = context;
        TransactionId = context.NextTransactionId();
        IsPrimary = context.Role == ReplicaRole.Primary;
        _generation = context.Generation;
        _foreignCount = context.ForeignCount;
    }

    public long CommitSequenceNumber => Volatile.Read(ref _commitLsn);

    public long TransactionId { get; }

    public ICommitCondition? CommitCondition { private get; set; }

    internal StateContext Context { get; }

    /// <summary>
    /// Gets whether this replica was the primary when the transaction began; that fixes how it reads.
    /// </summary>
    internal bool IsPrimary { get; }

    internal TransactionState State => _state;

    /// <summary>Gets what the transaction needs while it is open, which is also the owner of its locks.</summary>
    internal WriteSet WriteSet => _writeSet ??= Context.WriteSets.Rent(this);

    protected override bool IsCurrent => IsOfThisState && CommitCondition is not { Holds: false };

    /// <summary>
    /// Gets whether no other primary has changed the state since the first call that read or wrote began.
    /// </summary>
    private bool IsOfThisState => _foreignCount == Context.ForeignCount;

    internal bool HasOperations => _writeSet is { Operations.Count: > 0 };

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"transaction {TransactionId}");

    public Task<long> GetVisibilitySequenceNumberAsync()
    {
        try
        {
            Enter();
            try
            {
                return Task.FromResult(Snapshot().Lsn);
            }
            finally
            {
                Exit();
            }
        }
        catch (Exception e)
        {
            return Task.FromException<long>(e);
        }
    }

    public void Abort()
    {
        Enter();
        End(TransactionState.Aborted);
        Exit();
    }

    public void Dispose()
    {
        if (_state > TransactionState.Committing)
            return;
        if (Interlocked.CompareExchange(ref _gate, Busy, Idle) == Idle)
        {
            if (_state == TransactionState.Active)
                End(TransactionState.Aborted);
            Exit();
            return;
        }
        // The call under way ends the transaction when it ends itself.
        if (Interlocked.CompareExchange(ref _gate, BusyDisposed, Busy) == Idle)
            Dispose();
        else if (_state <= TransactionState.Committing)
            throw new InvalidOperationException($"The {this} was disposed during a call on it.");
    }

    /// <summary>Begins a call.</summary>
    /// <exception cref="InvalidOperationException">
    /// Another call is under way, or the transaction is finished.
    /// </exception>
    internal void Enter()
    {
        if (Interlocked.CompareExchange(ref _gate, Busy, Idle) != Idle)
        {
            throw new InvalidOperationException(_state == TransactionState.Committing
                ? $"The {this} is committing."
                : $"Another call on the {this} has not ended yet.");
        }
        if (_state == TransactionState.Active)
        {
            if (!_dependsOnState)
                _foreignCount = Context.ForeignCount;
            return;
        }
        Exit();
        throw _state == TransactionState.Faulted
            ? new TransactionFaultedException($"The {this} was aborted by the system.")
            : new InvalidOperationException($"The {this} is {_state.ToString().ToLowerInvariant()}.");
    }

    /// <summary>Ends a call; what it left unfinished in the record is cut off.</summary>
    internal void Exit()
    {
        if (_writeSet is { } writeSet)
            writeSet.Record.CutTo(writeSet.Mark);
        if (Interlocked.CompareExchange(ref _gate, Idle, Busy) == Busy)
            return;
        if (_state == TransactionState.Active)
            End(TransactionState.Aborted);
        Volatile.Write(ref _gate, Idle);
    }

    /// <summary>Gets the point in time at which this transaction reads snapshots; the first call fixes it.</summary>
    internal VisibilityPoint Snapshot()
    {
        if (_generation != Context.Generation)
        {
            throw new FabricNotReadableException(
                $"The state was replaced by a copy since the {this} began; begin another one.");
        }
        if (_snapshot is null)
        {
            CheckCaughtUp();
            if (Context.Visibility.VisibleLsn < Context.WholeLsn)
            {
                throw new FabricNotReadableException(
                    "The replica cannot be read now: it has yet to apply what its checkpoint leaves to the log.");
            }
        }
        return _snapshot ??= Context.Visibility.Register();
    }

    /// <summary>Checks that this transaction may write.</summary>
    internal void CheckWritable()
    {
        if (!IsPrimary)
        {
            throw Context.Role == ReplicaRole.Primary
                ? new InvalidOperationException($"The {this} began before this replica became primary: it only reads.")
                : new FabricNotPrimaryException($"The {this} may not write: this replica is not the primary.");
        }
        // Only the role is checked here. On any other write status the commit waits or fails.
        if (Context.Log.Role != ReplicaRole.Primary)
            throw new FabricNotPrimaryException($"The {this} may not write: this replica is no longer the primary.");
    }

    /// <summary>
    /// Checks, after a value was read, that it could be read, and that it is of the same state as those read before:
    /// the locks of this replica hold no other primary back.
    /// </summary>
    internal void CheckReadable()
    {
        var log = Context.Log;
        if (log.ReadStatus == PartitionAccessStatus.Granted || (!IsPrimary && log.Role == ReplicaRole.ActiveSecondary))
        {
            _dependsOnState = true;
            if (!IsPrimary || IsOfThisState)
                return;
            throw new FabricNotReadableException(
                $"What another primary wrote was applied since the {this} began: begin another.");
        }
        throw new FabricNotReadableException(string.Create(CultureInfo.InvariantCulture,
            $"The replica cannot be read now: it is {log.Role}, its read status {log.ReadStatus}."));
    }

    /// <summary>
    /// Checks, before the state is looked at, that it holds what earlier primaries committed. Otherwise a change would
    /// overwrite unseen what is still to be applied, and a read could take an old value of which
    /// <see cref="CheckReadable"/> no longer knows when it asks. The lease is not asked for: without one a commit waits
    /// for its quorum, and a newer primary refuses it.
    /// </summary>
    internal void CheckCaughtUp()
    {
        if (IsPrimary && !Context.Log.HasCaughtUp)
        {
            throw new FabricNotReadableException(
                "The replica cannot be read now: it has yet to apply what earlier primaries committed.");
        }
    }

    /// <summary>Notes a lock for release at the end.</summary>
    internal void Note(KeyLockResource resource, ILockHome home) => WriteSet.Locks.Add(new(resource, home));

    /// <summary>Whether this transaction shares the lock over a whole collection already.</summary>
    internal bool Shares(CollectionLock collectionLock)
    {
        var held = WriteSet.CollectionLocks;
        for (var i = held.Count - 1; i >= 0; i--)
        {
            if (ReferenceEquals(held[i], collectionLock))
                return true;
        }
        return false;
    }

    /// <summary>Starts the bytes of an operation; they count once <see cref="AddOperation"/> is called.</summary>
    internal Serialization.ByteWriter BeginOperation(OperationKind kind, int stateId)
    {
        var record = WriteSet.Record;
        if (record.Length == 0)
        {
            record.WriteByte(RecordFormat.Version);
            record.WriteInt64(TransactionId);
            WriteSet.Mark = record.Length;
        }
        record.WriteByte((byte)kind);
        record.WriteInt32(stateId);
        return record;
    }

    /// <summary>Makes the operation begun last part of the transaction.</summary>
    internal void AddOperation(in PendingOperation operation)
    {
        var writeSet = WriteSet;
        CheckSize(writeSet.Record.Length - writeSet.Mark);
        _dependsOnState = true;
        writeSet.Record.PatchByte(writeSet.Mark, (byte)operation.Kind);
        writeSet.Mark = writeSet.Record.Length;
        writeSet.Operations.Add(operation);
    }

    private void CheckSize(int byteCount)
    {
        if (byteCount <= Context.RecordBytesMax)
            return;
        End(TransactionState.Faulted);
        throw new TransactionFaultedException(string.Create(CultureInfo.InvariantCulture,
            $"The {this} was aborted: {byteCount} bytes exceed MaxReplicationMessageSize ({Context.RecordBytesMax})."));
    }
}
