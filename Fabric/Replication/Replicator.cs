using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Storage;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// One replica: its records in the shared log, its state, and as primary its secondaries. Every public member may be
/// called from any thread; the runtime's calls (open, roles, configurations) come one at a time.
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
    private readonly PendingRing _pending = new(1);     // guarded by _gate
    private LogStream? _stream;                         // guarded by _gate; null until open
    private ReplicaRecord _record;                      // guarded by _recordGate for writing, _gate for reading
    private long _lastLsn;                              // guarded by _gate
    private long _flushedLsn;                           // guarded by _gate
    private long _committedLsn;                         // guarded by _gate
    private long _appliedLsn;                           // written by the apply loop
    private LogEpoch _lastLsnEpoch;                     // guarded by _gate
    private volatile ReplicaRole _role = ReplicaRole.Unknown;
    private volatile bool _closed;
    private Exception? _fault;                          // guarded by _gate

    internal Replicator(
        ReplicationHost host, IReplicaStorage storage, RecordGate recordGate, Guid partitionId, long replicaId,
        IReplicatedState state, ReplicatorOptions options)
    {
        _recordGate = recordGate;
        (_host, _storage, PartitionId, ReplicaId) = (host, storage, partitionId, replicaId);
        (_state, _options) = (state, options);
        _record = new ReplicaRecord(partitionId, replicaId, 0, default, 0, ProgressVector.Empty, false, host.Log.Id);
        _pendingOperationsMax = options.Limits.PendingOperationsMax ?? host.Options.PendingOperationsMax;
        _pendingBytesMax = options.Limits.PendingBytesMax ?? host.Options.PendingBytesMax;
        _leaseTicks = (long)(host.Options.ReadLease.TotalSeconds * host.Options.Time.TimestampFrequency);
        _flushedBy = id => _links.TryGetValue(id, out var link) ? link.FlushedLsn : -1;
        _heardFrom = id => _links.TryGetValue(id, out var link) ? link.HeardTimestamp : long.MinValue / 2;
        _isLive = id => _links.TryGetValue(id, out var link) && link.IsLive;
        _applier = new Applier(this);
        _commitSender = new CommitSender(this);
    }

    /// <summary>Gets the partition.</summary>
    public Guid PartitionId { get; }

    /// <summary>Gets the replica.</summary>
    public long ReplicaId { get; }

    /// <inheritdoc/>
    public ReplicaRole Role => _role;

    /// <inheritdoc/>
    public long AppliedLsn => Volatile.Read(ref _appliedLsn);

    /// <summary>Gets how far this replica is: what an election compares.</summary>
    public ReplicaProgress Progress
    {
        get
        {
            lock (_gate)
            {
                return new ReplicaProgress(
                    _flushedLsn, ToEpoch(
                        _flushedLsn == _lastLsn ? _lastLsnEpoch : History().UpTo(_flushedLsn).LastEpoch),
                    Math.Min(_committedLsn, _flushedLsn), ToEpoch(_record.AcceptedEpoch), _record.IsComplete);
            }
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

    /// <summary>Closes without waiting.</summary>
    public void Abort()
    {
        // Closed first: a successor must find this one unable to write.
        Close(new FabricObjectClosedException($"Replica {ReplicaId} of partition {PartitionId} was aborted."));
        _host.Remove(this);
        if (!_storage.IsDurable)
            _ = Task.Run(EndWorkAsync);
    }

    /// <summary>Names the replica in messages.</summary>
    public override string ToString() => $"replica {ReplicaId} of partition {PartitionId}";

    /// <summary>As <see cref="CloseAsync"/>.</summary>
    public async ValueTask DisposeAsync() => await CloseAsync(CancellationToken.None).ConfigureAwait(false);

    void ILogStreamOwner.OnFaulted(LogFaultedException reason) => Fault(reason);

    private static Epoch ToEpoch(LogEpoch epoch) => new(epoch.DataLossNumber, epoch.ConfigurationNumber);

    private static LogEpoch ToEpoch(Epoch epoch) => new(epoch.DataLossNumber, epoch.ConfigurationNumber);

    // Under the gate.
    private ProgressVector History() =>
        _stream is null ? _record.Checkpoint : _record.Checkpoint.Continue(_stream.Epochs, _lastLsn);

    private void Fault(Exception cause)
    {
        lock (_gate)
        {
            if (_fault is not null || _closed)
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
            if (_closed)
                return;
            _closed = true;
            waiting = DetachOperations();
            TellEpochChanged();
            (session, _session) = (_session, null);
            foreach (var link in _links.Values)
                link.Stop();
            _live = [];
            FailCatchUpWaits(reason);
        }
        _ = _closing.CancelAsync();
        session?.Close("the replica is closed");
        foreach (var operation in waiting)
            End(operation, reason);
    }

    // What a closed replica keeps in memory is of no use to anybody, and the log would hold its records for ever.
    private async Task EndWorkAsync()
    {
        await EndLinksAsync().ConfigureAwait(false);
        await HoldApplyAsync().ConfigureAwait(false);
        await _checkpointing.ConfigureAwait(false);
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
