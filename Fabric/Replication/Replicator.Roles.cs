using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Core;
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
                    ThrowIfNotWhole();
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
        PrimaryConnection? ended;
        lock (_gate)
            ended = _core.Fence(epoch);
        Close(ended, $"epoch {epoch} was accepted");
        var record = _records.Current;
        if (epoch > record.AcceptedEpoch || (isComplete && !record.IsComplete))
            _records.Save(record with { AcceptedEpoch = epoch, IsComplete = isComplete || record.IsComplete });
    }

    private void BecomePrimary(LogEpoch epoch)
    {
        PrimaryConnection? ended;
        bool apply;
        lock (_gate)
        {
            if (!_core.TryBeginTerm(epoch, out ended))
                return;
            // Until the runtime gives the configuration, nothing can be committed, because the size of a quorum is
            // unknown.
            Append(_core.Next(LogRecordType.Epoch, Crc32C.Compute([])), [], null);
            // A new term needs new handshakes.
            _links.DropAll();
            apply = _apply.TryBegin();
        }
        Close(ended, "this replica is the primary now");
        if (apply)
            _apply.Queue();
    }

    // It was copied, and what the copy left to the log has not arrived. No quorum counts on such a replica: only after
    // a data loss may nobody hold more.
    private void ThrowIfNotWhole()
    {
        lock (_gate)
        {
            if (_core.LastLsn < _state.WholeLsn)
            {
                throw new ReplicaLostException($"{this} cannot become primary: its log ends at LSN {_core.LastLsn}, "
                    + $"and its checkpoint is whole only with the records up to LSN {_state.WholeLsn}.");
            }
        }
    }

    private async Task LeavePrimaryAsync(ReplicaRole role)
    {
        List<ReplicationOperation> waiting = [];
        PrimaryConnection? ended;
        Task linksEnded;
        lock (_gate)
        {
            if (_core.Role == ReplicaRole.Primary)
            {
                waiting = DetachOperations();
                _catchUpWaits.Fail(new FabricNotPrimaryException("The replica is not the primary any more."));
            }
            ended = _core.LeaveTerm(role);
            _links.StopAll();
            linksEnded = _links.EndAll();
        }
        Close(ended, "the replica is removed");
        // Their records are in the log: the next primary may commit them, or cut them.
        var lost = new FabricNotPrimaryException($"Replica {ReplicaId} lost its role while the record was under way.");
        foreach (var operation in waiting)
            _apply.Complete(operation, lost);
        await linksEnded.ConfigureAwait(false);
    }

    private async Task DropDataAsync()
    {
        Close(new FabricObjectClosedException($"Replica {ReplicaId} of partition {PartitionId} was removed."));
        await _apply.HoldAsync().ConfigureAwait(false);
        // Ends soon: closing cancels the writer, and keeps it from waiting for the gate that is held here.
        await _checkpoints.EndAsync().ConfigureAwait(false);
        _host.Log.DropStream(_stream!);
        _host.Remove(this);
        _storage.Delete();
    }

    private void ThrowIfNotOpen()
    {
        lock (_gate)
        {
            if (_stream is null || _core.IsClosed)
            {
                throw new FabricObjectClosedException(
                    $"Replica {ReplicaId} of partition {PartitionId} is not open.", _fault);
            }
        }
    }
}
