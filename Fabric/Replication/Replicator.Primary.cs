using System;
using System.Fabric;
using System.Threading;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Wire;
using SfPerf.Platform;

namespace SfPerf.Fabric.Replication;

public sealed partial class Replicator
{
    private readonly QuorumRule _quorum = new();        // guarded by _gate
    private readonly Func<long, long> _flushedBy;
    private readonly Func<long, long> _heardFrom;
    private readonly Func<long, bool> _isLive;
    private readonly long _leaseTicks;
    private readonly int _pendingOperationsMax;
    private readonly long _pendingBytesMax;
    private readonly CommitSender _commitSender;
    private SecondaryLink[] _live = [];                 // guarded by _gate; read without it for flushing
    private LogEpoch _epoch;                            // guarded by _gate: of this primary's term
    private long _epochFirstLsn;                        // guarded by _gate
    private bool _fenced;                               // guarded by _gate: a newer epoch was accepted
    private bool _configured;                           // guarded by _gate
    private bool _hasWriteQuorum;                       // guarded by _gate
    private bool _commitQueued;                         // guarded by _gate
    private long _leaseEnd;                             // a timestamp

    /// <inheritdoc/>
    public PartitionAccessStatus ReadStatus
    {
        get
        {
            if (_role != ReplicaRole.Primary || _closed || Volatile.Read(ref _fenced))
                return PartitionAccessStatus.NotPrimary;
            return HasCaughtUp && _host.Options.Time.GetTimestamp() < Volatile.Read(ref _leaseEnd)
                ? PartitionAccessStatus.Granted
                : PartitionAccessStatus.ReconfigurationPending;
        }
    }

    /// <inheritdoc/>
    // The first LSN of the epoch is set before the role: whoever sees the role sees that LSN.
    public bool HasCaughtUp =>
        _role != ReplicaRole.Primary || AppliedLsn >= Volatile.Read(ref _epochFirstLsn);

    /// <inheritdoc/>
    public PartitionAccessStatus WriteStatus
    {
        get
        {
            lock (_gate)
                return WriteStatusNow();
        }
    }

    /// <inheritdoc/>
    public void Replicate(ReadOnlySpan<byte> record, ReplicationOperation operation)
    {
        ArgumentNullException.ThrowIfNull(operation);
        if (record.Length > _host.Options.RecordBytesMax)
        {
            throw new FabricReplicationOperationTooLargeException(
                $"A record of {record.Length} bytes; {_host.Options.RecordBytesMax} are allowed.");
        }
        var crc = Crc32C.Compute(record);
        lock (_gate)
        {
            if (WriteStatusNow() is not PartitionAccessStatus.Granted and var status)
                throw Refusal(status);
            if (_pending.Count >= _pendingOperationsMax
                || (_pending.Count > 0 && _pending.Bytes + record.Length > _pendingBytesMax))
            {
                throw new FabricTransientException(
                    $"{_pending.Count} operations wait for their quorum.", FabricErrorCode.ReplicationQueueFull);
            }
            operation.Lsn = _lastLsn + 1;
            Append(new LogRecord(
                LogRecordType.Data, _epoch, _lastLsn + 1, _committedLsn, crc, default), record, operation);
        }
    }

    void ILogStreamOwner.OnWriting()
    {
        // One send per secondary and group, at the moment the group's own write begins. The gate is taken because a
        // caller puts a record into the group and queues it for the secondaries under it.
        SecondaryLink[] live;
        lock (_gate)
            live = _live;
        foreach (var link in live)
            link.Flush();
    }

    void ILogStreamOwner.OnFlushed(LogStream stream, long lastLsn, int generation)
    {
        SecondarySession? session;
        bool apply;
        lock (_gate)
        {
            // A late notification about the stream that a full copy replaced would count records that only the old
            // stream held.
            if (_closed || stream != _stream || generation != stream.Generation)
                return;
            _flushedLsn = lastLsn;
            session = _session is { IsMatched: true } ? _session : null;
            if (_role == ReplicaRole.Primary)
                Advance();
            // A secondary's receive thread applies on its own at the end of its batch: no other thread need be woken.
            apply = !_receiving && TryBeginApply();
        }
        session?.Acknowledge(lastLsn);
        if (apply)
            ThreadPool.UnsafeQueueUserWorkItem(_applier, preferLocal: false);
    }

    internal void OnAcknowledged(SecondaryLink link, LinkSession session, long flushedLsn)
    {
        bool apply;
        lock (_gate)
        {
            if (link.Session != session || flushedLsn > _lastLsn)
                return;
            link.FlushedLsn = Math.Max(link.FlushedLsn, flushedLsn);
            Advance();
            apply = TryBeginApply();
        }
        if (apply)
            ApplyAll();
    }

    internal void OnEcho(SecondaryLink link, LinkSession session, long sentTimestamp)
    {
        lock (_gate)
        {
            if (link.Session != session)
                return;
            link.HeardTimestamp = Math.Max(link.HeardTimestamp, sentTimestamp);
            RenewLease();
        }
    }

    internal void OnNewerEpoch(LogEpoch epoch)
    {
        lock (_gate)
        {
            if (epoch > _epoch)
                Volatile.Write(ref _fenced, true);
        }
    }

    internal void Beat()
    {
        if (_role != ReplicaRole.Primary)
            return;
        Span<byte> frame = stackalloc byte[9];
        var heartbeat = Frames.Number(frame, FrameType.Heartbeat, _host.Options.Time.GetTimestamp());
        try
        {
            foreach (var link in Volatile.Read(ref _live))
                link.Send(heartbeat);
        }
        catch (Exception e)
        {
            Fault(e); // One replica's error ends that replica, not the heartbeat of all.
        }
    }

    // Under the gate.
    private void Append(in LogRecord record, ReadOnlySpan<byte> payload, ReplicationOperation? operation)
    {
        var slice = _stream!.Append(record, payload);
        _pending.Add(new PendingRecord(record with { Payload = slice.Memory }, slice, operation));
        (_lastLsn, _lastLsnEpoch) = (record.Lsn, record.Epoch);
        if (_live.Length == 0)
            return;
        var head = Frames.RecordHead(stackalloc byte[Frames.RecordHeadBytes], record, _committedLsn);
        foreach (var link in _live)
            link.Queue(head, payload);
    }

    // Under the gate: advances the committed LSN to what a quorum has flushed.
    private void Advance()
    {
        if (_role != ReplicaRole.Primary || !_configured || _fenced || _closed)
            return;
        var committed = _quorum.Committed(_committedLsn, _epochFirstLsn, _flushedLsn, _flushedBy);
        if (committed > _committedLsn)
        {
            _committedLsn = committed;
            // If more records are on the way, the next one carries the committed LSN.
            if (committed == _lastLsn && !_commitQueued && _live.Length > 0)
            {
                _commitQueued = true;
                ThreadPool.UnsafeQueueUserWorkItem(_commitSender, preferLocal: false);
            }
        }
        EndCatchUpWaits();
    }

    // Sends the committed LSN only if no later record has carried it already. It is queued behind the callers that the
    // commit completes, because each of them may write again.
    private void SendCommitIfIdle()
    {
        lock (_gate)
        {
            _commitQueued = false;
            if (_committedLsn == _lastLsn && _role == ReplicaRole.Primary)
                SendCommit();
        }
    }

    private void SendCommit()
    {
        Span<byte> frame = stackalloc byte[9];
        var commit = Frames.Number(frame, FrameType.Commit, _committedLsn);
        foreach (var link in _live)
            link.Send(commit);
    }

    private PartitionAccessStatus WriteStatusNow()
    {
        if (_role != ReplicaRole.Primary || _closed || _fenced)
            return PartitionAccessStatus.NotPrimary;
        if (!_configured || _appliedLsn < _epochFirstLsn)
            return PartitionAccessStatus.ReconfigurationPending;
        return _hasWriteQuorum ? PartitionAccessStatus.Granted : PartitionAccessStatus.NoWriteQuorum;
    }

    private Exception Refusal(PartitionAccessStatus status) => status switch
    {
        PartitionAccessStatus.NotPrimary =>
            new FabricNotPrimaryException($"Replica {ReplicaId} of partition {PartitionId} is not its primary."),
        PartitionAccessStatus.NoWriteQuorum => new FabricTransientException(
            $"Partition {PartitionId} has no write quorum.", FabricErrorCode.NoWriteQuorum),
        _ => new FabricTransientException(
            $"Partition {PartitionId} is being reconfigured.", FabricErrorCode.ReconfigurationPending),
    };

    // Under the gate, after a link went up or down or the configuration changed.
    private void LinksChanged() =>
        _hasWriteQuorum = _quorum.HasWriteQuorum(_options.MinReplicaSetSize, _isLive);

    // Under the gate. The lease counts from the moment of sending, so it ends here before any replica forgets that it
    // gave it.
    private void RenewLease()
    {
        if (!_configured)
            return;
        var heard = _quorum.Reached(long.MaxValue, _heardFrom);
        Volatile.Write(ref _leaseEnd, heard == long.MaxValue ? long.MaxValue : heard + _leaseTicks);
    }

    private sealed class CommitSender(Replicator replicator) : IThreadPoolWorkItem
    {
        public void Execute()
        {
            try
            {
                replicator.SendCommitIfIdle();
            }
            catch (Exception e)
            {
                replicator.Fault(e);
            }
        }
    }
}
