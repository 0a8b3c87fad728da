using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Platform;

namespace SfPerf.Fabric.Replication;

public sealed partial class Replicator
{
    /// <summary>
    /// Takes a role under an epoch, which is durable when the task ends. A new primary opens its term with a record of
    /// its own; it reads and writes once that is committed. None deletes the replica's data.
    /// </summary>
    /// <exception cref="ArgumentException">A newer epoch was accepted before.</exception>
    public async Task ChangeRoleAsync(Epoch epoch, ReplicaRole role, CancellationToken cancellationToken)
    {
        await _recordGate.EnterAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            ThrowIfNotOpen();
            Accept(ToEpoch(epoch), isComplete: role is ReplicaRole.Primary or ReplicaRole.ActiveSecondary);
            switch (role)
            {
                case ReplicaRole.Primary:
                    BecomePrimary(ToEpoch(epoch));
                    break;
                case ReplicaRole.IdleSecondary or ReplicaRole.ActiveSecondary:
                    await LeavePrimaryAsync(role).ConfigureAwait(false);
                    break;
                case ReplicaRole.None:
                    await LeavePrimaryAsync(role).ConfigureAwait(false);
                    await DropDataAsync().ConfigureAwait(false);
                    break;
                default:
                    throw new ArgumentOutOfRangeException(nameof(role), role, null);
            }
        }
        finally
        {
            _recordGate.Exit();
        }
    }

    /// <summary>
    /// Accepts an epoch without a change of role: primaries of older ones are refused from here on, durably, and if
    /// this is one of them it stops to acknowledge and to serve reads. Then <see cref="Progress"/> tells what an
    /// election may count on.
    /// </summary>
    /// <exception cref="ArgumentException">A newer epoch was accepted before.</exception>
    public async Task UpdateEpochAsync(Epoch epoch, CancellationToken cancellationToken)
    {
        await _recordGate.EnterAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            ThrowIfNotOpen();
            Accept(ToEpoch(epoch), isComplete: false);
        }
        finally
        {
            _recordGate.Exit();
        }
        // What was received before the fence may still be on its way to the disk; afterwards it counts.
        await _host.Log.FlushAsync().ConfigureAwait(false);
    }

    // Under _recordGate. Fences first, then writes, so that nothing of an older epoch is acknowledged meanwhile.
    private void Accept(LogEpoch epoch, bool isComplete)
    {
        SecondarySession? session = null;
        lock (_gate)
        {
            if (epoch < _record.AcceptedEpoch)
                throw new ArgumentException(
                    $"Epoch {epoch} is older than {_record.AcceptedEpoch}, which was accepted.");
            if (_role == ReplicaRole.Primary && epoch > _epoch)
                Volatile.Write(ref _fenced, true);
            if (_session is not null && _session.Epoch < epoch)
                (session, _session) = (_session, null);
        }
        session?.Close($"epoch {epoch} was accepted");
        if (epoch > _record.AcceptedEpoch || (isComplete && !_record.IsComplete))
            SaveRecord(_record with { AcceptedEpoch = epoch, IsComplete = isComplete || _record.IsComplete });
    }

    private void BecomePrimary(LogEpoch epoch)
    {
        SecondarySession? session;
        bool apply;
        lock (_gate)
        {
            if (_role == ReplicaRole.Primary && _epoch == epoch)
                return;
            (session, _session) = (_session, null);
            _epoch = epoch;
            Volatile.Write(ref _fenced, false);
            _configured = false;
            Volatile.Write(ref _epochFirstLsn, _lastLsn + 1);
            Volatile.Write(ref _leaseEnd, 0);
            if (_role != ReplicaRole.Primary)
                _quorum.Configure(new ReplicaSet([], 0), null);
            _role = ReplicaRole.Primary;
            // Until the runtime gives the configuration, nothing can be committed, because the size of a quorum is
            // unknown.
            Append(new LogRecord(
                LogRecordType.Epoch, epoch, _lastLsn + 1, _committedLsn, Crc32C.Compute([]), default), [], null);
            RestartLinks();
            LinksChanged();
            apply = TryBeginApply();
        }
        session?.Close("this replica is the primary now");
        if (apply)
            ThreadPool.UnsafeQueueUserWorkItem(_applier, preferLocal: false);
    }

    private async Task LeavePrimaryAsync(ReplicaRole role)
    {
        List<ReplicationOperation> waiting = [];
        SecondarySession? session = null;
        lock (_gate)
        {
            if (_role == ReplicaRole.Primary)
            {
                waiting = DetachOperations();
                FailCatchUpWaits(new FabricNotPrimaryException("The replica is not the primary any more."));
            }
            if (role == ReplicaRole.None)
                (session, _session) = (_session, null);
            _role = role;
            foreach (var link in _links.Values)
                link.Stop();
            _live = [];
        }
        session?.Close("the replica is removed");
        // Their records are in the log: the next primary may commit them, or cut them.
        var lost = new FabricNotPrimaryException($"Replica {ReplicaId} lost its role while the record was under way.");
        foreach (var operation in waiting)
            End(operation, lost);
        await EndLinksAsync().ConfigureAwait(false);
    }

    private async Task DropDataAsync()
    {
        Close(new FabricObjectClosedException($"Replica {ReplicaId} of partition {PartitionId} was removed."));
        await HoldApplyAsync().ConfigureAwait(false);
        // Ends soon: closing cancels the writer, and keeps it from waiting for the gate that is held here.
        await _checkpointing.ConfigureAwait(false);
        _host.Log.DropStream(_stream!);
        _host.Remove(this);
        _storage.Delete();
    }

    private void ThrowIfNotOpen()
    {
        lock (_gate)
        {
            if (_stream is null || _closed)
                throw new FabricObjectClosedException(
                    $"Replica {ReplicaId} of partition {PartitionId} is not open.", _fault);
        }
    }
}
