using System;
using System.Fabric;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Core;
using SfPerf.Fabric.Replication.Links;
using SfPerf.Fabric.Replication.Wire;
using SfPerf.Platform;

namespace SfPerf.Fabric.Replication;

public sealed partial class Replicator
{
    private readonly int _pendingOperationsMax;
    private readonly long _pendingBytesMax;
    private bool _commitQueued;                         // guarded by _gate

    /// <inheritdoc/>
    public PartitionAccessStatus ReadStatus => _core.ReadStatus(_host.Options.Time);

    /// <inheritdoc/>
    public bool HasCaughtUp => _core.HasCaughtUp;

    /// <inheritdoc/>
    public PartitionAccessStatus WriteStatus
    {
        get
        {
            lock (_gate)
                return _core.WriteStatus;
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
            if (_core.WriteStatus is not PartitionAccessStatus.Granted and var status)
                throw Refusal(status);
            if (!operation.IsCurrent)
                throw Overtaken(operation);
            if (_pending.Count >= _pendingOperationsMax
                || (_pending.Count > 0 && _pending.Bytes + record.Length > _pendingBytesMax))
            {
                throw new FabricTransientException(
                    $"{_pending.Count} operations wait for their quorum.", FabricErrorCode.ReplicationQueueFull);
            }
            operation.Lsn = _core.LastLsn + 1;
            Append(_core.Next(LogRecordType.Data, crc), record, operation);
        }
    }

    void ILogStreamOwner.SendQueued()
    {
        // One send per host and group, as the group's own write begins: the host flushes when all partitions were
        // asked. The gate is taken because a caller puts a record into the group and queues it for the secondaries
        // under it.
        lock (_gate)
            _links.AddTo(_host.GroupSends);
    }

    void ILogStreamOwner.OnFlushed(LogStream stream, long lastLsn, int generation)
    {
        CoreActions actions;
        bool apply;
        bool isShort;
        lock (_gate)
        {
            // A late notification about the stream that a full copy replaced would count records that only the old
            // stream held.
            if (_core.IsClosed || stream != _stream || generation != stream.Generation)
                return;
            actions = _core.Flushed(lastLsn);
            Carry(actions);
            // A secondary's receive thread applies on its own at the end of its batch: no other thread need be woken.
            apply = !_receiving && _apply.TryBegin();
            isShort = _apply.IsShort;
        }
        (actions.Acknowledge as SecondarySession)?.QueueAcknowledgement(actions.AcknowledgedLsn, _host.GroupSends);
        if (!apply)
            return;
        if (isShort)
            _host.GroupApplies.Add(_apply);
        else
            _apply.Queue();
    }

    internal void OnAcknowledged(SecondaryLink link, LinkSession session, long flushedLsn)
    {
        bool apply;
        lock (_gate)
        {
            if (!_core.Acknowledged(link.Progress, session.Number, flushedLsn, out var actions))
                return;
            Carry(actions);
            apply = _apply.TryBegin();
        }
        if (apply)
            _apply.RunBriefly();
    }

    internal void OnEcho(SecondaryLink link, LinkSession session, long sentTimestamp)
    {
        lock (_gate)
            _core.Term.Echoed(link.Progress, session.Number, sentTimestamp);
    }

    /// <summary>
    /// Queues a heartbeat for each secondary, whose answers renew the read lease. The caller flushes.
    /// </summary>
    internal void QueueHeartbeats(QueuedSends sends)
    {
        if (_core.Role != ReplicaRole.Primary)
            return;
        try
        {
            _links.Queue(FrameType.Heartbeat, _host.Options.Time.GetTimestamp(), sends);
        }
        catch (Exception e)
        {
            Fault(e); // One replica's error ends that replica, not the heartbeat of all.
        }
    }

    /// <summary>Queues the commit point if no later record has carried it already. The caller flushes.</summary>
    internal void QueueCommitPoint(QueuedSends sends)
    {
        try
        {
            lock (_gate)
            {
                _commitQueued = false;
                if (_core.CommittedLsn == _core.LastLsn && _core.Role == ReplicaRole.Primary)
                    _links.Queue(FrameType.Commit, _core.CommittedLsn, sends);
            }
        }
        catch (Exception e)
        {
            Fault(e); // One replica's error ends that replica, not the commit points of all.
        }
    }

    // Under the gate: puts a record into the log's group and queues it for the secondaries, which get it when the log
    // begins to write the group.
    private void Append(in LogRecord record, ReadOnlySpan<byte> payload, ReplicationOperation? operation)
    {
        var slice = _stream!.Append(record, payload);
        _pending.Add(new PendingRecord(record with { Payload = slice.Memory }, slice, operation));
        _core.Appended(record);
        if (_links.Live.Length == 0)
            return;
        _links.Queue(
            Frames.RecordHead(stackalloc byte[Frames.RecordHeadBytes], record, _core.CommittedLsn), payload,
            record.Lsn);
    }

    // Under the gate: what follows from an advance of the commit point, or of what secondaries have flushed.
    private void Carry(in CoreActions actions)
    {
        if (actions.SendCommitPoint && !_commitQueued && _links.Live.Length > 0)
        {
            _commitQueued = true;
            _host.CommitPoints.Add(this);
        }
        if (!_core.MayCommit)
            return;
        _catchUpWaits.EndReached(_core);
        _links.TellCaughtUp();
    }

    private FabricNotPrimaryException Overtaken(ReplicationOperation operation) => new(
        $"Replica {ReplicaId} of partition {PartitionId} was not the primary all the time since the {operation} began: "
        + "begin another.");

    private Exception Refusal(PartitionAccessStatus status) => status switch
    {
        PartitionAccessStatus.NotPrimary =>
            new FabricNotPrimaryException($"Replica {ReplicaId} of partition {PartitionId} is not its primary."),
        PartitionAccessStatus.NoWriteQuorum => new FabricTransientException(
            $"Partition {PartitionId} has no write quorum.", FabricErrorCode.NoWriteQuorum),
        _ => new FabricTransientException(
            $"Partition {PartitionId} is being reconfigured.", FabricErrorCode.ReconfigurationPending),
    };
}
