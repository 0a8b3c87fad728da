using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Core;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Storage;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// Represents one replica: its records in the shared log, its state, and as primary its secondaries. Every public
/// member may be called from any thread; the runtime's calls (open, roles, configurations) come one at a time.
/// </summary>
public sealed partial class Replicator : IReplicator, IReplicatedLog, ILogStreamOwner, IAsyncDisposable
{
    private readonly ReplicationHost _host;
    private readonly IReplicaStorage _storage;
    private readonly IReplicatedState _state;
    private readonly ReplicatorOptions _options;
    private readonly Lock _gate = new();

    // Held, never under _gate, while the replica's record on disk, its epoch, its role or its whole history is
    // replaced.
    private readonly RecordGate _recordGate;
    private readonly CancellationTokenSource _closing = new();
    private readonly ReplicaCore _core;                 // guarded by _gate, except where it says otherwise
    private readonly PendingRing _pending = new(1);     // guarded by _gate
    private readonly LinkTable _links;                  // guarded by _gate
    private readonly CatchUpWaits _catchUpWaits = new(); // guarded by _gate
    private readonly RecordKeeper _records;
    private readonly Checkpointer _checkpoints;
    private readonly ApplyLoop _apply;
    private LogStream? _stream;                         // guarded by _gate; null until open
    private Exception? _fault;                          // guarded by _gate
    private ITimer? _truncation;                        // guarded by _gate; null unless the service asks for it
    private bool _aborted;

    internal Replicator(
        ReplicationHost host, IReplicaStorage storage, RecordGate recordGate, Guid partitionId, long replicaId,
        IReplicatedState state, ReplicatorOptions options)
    {
        _recordGate = recordGate;
        (_host, _storage, PartitionId, ReplicaId) = (host, storage, partitionId, replicaId);
        (_state, _options) = (state, options);
        _pendingOperationsMax = options.Limits.PendingOperationsMax ?? host.Options.PendingOperationsMax;
        _pendingBytesMax = options.Limits.PendingBytesMax ?? host.Options.PendingBytesMax;
        _core = new ReplicaCore(
            options.MinReplicaSetSize,
            (long)(host.Options.ReadLease.TotalSeconds * host.Options.Time.TimestampFrequency));
        _links = new LinkTable(this, host, _core.Term);
        _records = new RecordKeeper(
            storage, recordGate, _gate, _core,
            new ReplicaRecord(partitionId, replicaId, 0, default, 0, ProgressVector.Empty, false, Guid.Empty),
            host.Options.DiskFailed);
        _checkpoints = new Checkpointer(
            _gate, _core, _records, recordGate, storage, state, host, options.Limits,
            (kept, needed) => _stream!.TruncateHead(kept, needed), _closing.Token);
        _apply = new ApplyLoop(
            _gate, _core, _pending, state, _checkpoints, host, $"Replica {replicaId} of partition {partitionId}",
            Fault);
    }

    /// <summary>Gets the partition.</summary>
    public Guid PartitionId { get; }

    /// <summary>Gets the replica.</summary>
    public long ReplicaId { get; }

    /// <inheritdoc/>
    public ReplicaRole Role => _core.Role;

    /// <inheritdoc/>
    public long AppliedLsn => _core.AppliedLsn;

    /// <summary>Gets how far this replica is: what an election compares.</summary>
    public ReplicaProgress Progress
    {
        get
        {
            lock (_gate)
            {
                var (last, epoch, committed) = _core.Progress;
                return new ReplicaProgress(
                    last, ToEpoch(epoch), committed, ToEpoch(_core.AcceptedEpoch), _core.IsComplete);
            }
        }
    }

    /// <summary>Gets what this replica has still to do. Any thread.</summary>
    internal Backlog Backlog
    {
        get
        {
            lock (_gate)
                return _core.Backlog;
        }
    }

    /// <inheritdoc/>
    public long GetCurrentProgress() => Progress.LastLsn;

    /// <summary>Gets the first LSN that this replica's log still holds.</summary>
    public long GetCatchUpCapability()
    {
        lock (_gate)
            return _stream?.FirstLsn ?? 0;
    }

    /// <summary>
    /// Gets why the last checkpoint could not be written; null when it could. The log is kept meanwhile.
    /// </summary>
    public Exception? CheckpointFailure => _checkpoints.Failure;

    /// <summary>Gets or sets what runs before the replica's record is written; a test blocks or throws in it.</summary>
    internal Action? RecordWriting
    {
        get => _records.Writing;
        set => _records.Writing = value;
    }

    /// <summary>
    /// Tells the state, on a new primary before anybody reads or writes, that acknowledged writes may be lost.
    /// </summary>
    /// <returns>True if it replaced itself by a backup.</returns>
    public Task<bool> OnDataLossAsync(CancellationToken cancellationToken) =>
        _state.OnDataLossAsync(cancellationToken);

    /// <summary>Closes: operations that wait fail, what is in the log stays.</summary>
    public async Task CloseAsync(CancellationToken cancellationToken)
    {
        Close(new FabricObjectClosedException($"Replica {ReplicaId} of partition {PartitionId} was closed."));
        _host.Remove(this);
        await EndWorkAsync().ConfigureAwait(false);
    }

    /// <summary>Closes without waiting; a second time does nothing.</summary>
    public void Abort()
    {
        // Closed first: a successor must find this one unable to write.
        Close(new FabricObjectClosedException($"Replica {ReplicaId} of partition {PartitionId} was aborted."));
        _host.Remove(this);
        if (!_storage.IsDurable && !Interlocked.Exchange(ref _aborted, true))
            _ = Task.Run(EndWorkAsync);
    }

    /// <summary>Captures now, whether it is due or not; ends when the checkpoint counts.</summary>
    internal Task CheckpointAsync(CancellationToken cancellationToken) =>
        _checkpoints.WriteNowAsync(_apply, cancellationToken);

    /// <summary>Names the replica in messages.</summary>
    public override string ToString() => $"replica {ReplicaId} of partition {PartitionId}";

    /// <summary>As <see cref="CloseAsync"/>.</summary>
    public async ValueTask DisposeAsync() => await CloseAsync(CancellationToken.None).ConfigureAwait(false);

    void ILogStreamOwner.OnFaulted(LogFaultedException reason) => Fault(reason);

    private static Epoch ToEpoch(LogEpoch epoch) => new(epoch.DataLossNumber, epoch.ConfigurationNumber);

    private static LogEpoch ToEpoch(Epoch epoch) => new(epoch.DataLossNumber, epoch.ConfigurationNumber);

    private void Fault(Exception cause)
    {
        lock (_gate)
        {
            if (_fault is not null || _core.IsClosed)
                return;
            _fault = cause;
        }
        Close(new FabricObjectClosedException(
            $"Replica {ReplicaId} of partition {PartitionId} failed: {cause.Message}", cause));
        _options.Faulted?.Invoke(cause);
    }

    private void Close(Exception reason)
    {
        List<ReplicationOperation> waiting;
        SecondarySession? session;
        lock (_gate)
        {
            session = Session;
            if (!_core.TryClose())
                return;
            waiting = DetachOperations();
            _records.TellChanged();
            _links.StopAll();
            _catchUpWaits.Fail(reason);
            _truncation?.Dispose();
        }
        _ = _closing.CancelAsync();
        session?.Close("the replica is closed");
        foreach (var operation in waiting)
            _apply.Complete(operation, reason);
    }

    // What a closed replica keeps in memory is of no use to anybody, and the log would hold its records for ever.
    private async Task EndWorkAsync()
    {
        Task ended;
        lock (_gate)
            ended = _links.EndAll();
        await ended.ConfigureAwait(false);
        await _apply.HoldAsync().ConfigureAwait(false);
        await _checkpoints.EndAsync().ConfigureAwait(false);
        LogStream? stream;
        lock (_gate)
            stream = _stream;
        if (stream is null)
            return;
        _host.Log.SetOwner(stream, null);
        if (_storage.IsDurable)
            return;
        _host.Log.DropStream(stream);
        _storage.Delete();
    }

    // Under the gate.
    private List<ReplicationOperation> DetachOperations()
    {
        var detached = new List<ReplicationOperation>();
        for (var lsn = _pending.FirstLsn; lsn < _pending.FirstLsn + _pending.Count; lsn++)
        {
            if (_pending.DetachOperation(lsn) is { } operation)
                detached.Add(operation);
        }
        return detached;
    }
}
