using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;

namespace SfPerf.Fabric.Replication;

public sealed partial class Replicator
{
    private const int ApplyBatch = 256;
    private readonly Applier _applier;
    private readonly PendingRecord[] _batch = new PendingRecord[ApplyBatch]; // the apply loop's own
    private bool _applying;                             // guarded by _gate: one loop runs, or will
    private int _applyHeld;                             // guarded by _gate
    private TaskCompletionSource? _applyEnded;          // guarded by _gate

    // Under the gate. True: the caller must run the loop.
    private bool TryBeginApply()
    {
        if (_applying || _applyHeld > 0 || Math.Min(_committedLsn, _flushedLsn) <= _appliedLsn)
            return false;
        return _applying = true;
    }

    private void ApplyAll()
    {
        try
        {
            while (TakeBatch() is > 0 and var count)
                ApplyAndComplete(_batch.AsSpan(0, count));
        }
        catch (Exception e)
        {
            // The state and the log disagree from here on; only a new replica object can repair that. The hold is never
            // released: no later record may be applied over the one that is missing.
            lock (_gate)
                _applyHeld++;
            Fault(e);
            EndBatch(e);
            EndApply();
        }
    }

    // Ends what was taken out of the ring when the loop failed: applied records are committed, the others unknown.
    private void EndBatch(Exception cause)
    {
        Exception? failure = null;
        for (var i = 0; i < _batch.Length; i++)
        {
            var pending = _batch[i];
            if (pending.Record.Lsn == 0)
                continue; // Not filled, or ended already.
            _batch[i] = default;
            if (pending.Record.Lsn > _appliedLsn)
            {
                failure ??= new FabricObjectClosedException(
                    $"Replica {ReplicaId} of partition {PartitionId} failed: {cause.Message}", cause);
            }
            End(pending.Operation, failure);
            pending.Slice.Release();
        }
    }

    // One operation whose owner throws must not leave the next one waiting for ever.
    private void End(ReplicationOperation? operation, Exception? failure)
    {
        try
        {
            operation?.Complete(failure);
        }
        catch (Exception e)
        {
            Fault(e);
        }
    }

    private int TakeBatch()
    {
        lock (_gate)
        {
            var last = _applyHeld > 0 || _closed ? 0 : Math.Min(_committedLsn, _flushedLsn);
            var count = (int)Math.Min(last - _appliedLsn, ApplyBatch);
            if (count <= 0)
            {
                EndApply();
                return 0;
            }
            for (var i = 0; i < count; i++)
                _batch[i] = _pending.RemoveFirst();
            return count;
        }
    }

    private void ApplyAndComplete(Span<PendingRecord> batch)
    {
        foreach (ref readonly var pending in batch)
        {
            if (pending.Record.Type == LogRecordType.Data)
                _state.Apply(pending.Record.Lsn, pending.Record.Payload, pending.Operation);
            _bytesSinceCheckpoint += pending.Record.Payload.Length + RecordOverheadBytes;
            Volatile.Write(ref _appliedLsn, pending.Record.Lsn);
        }
        foreach (ref var pending in batch)
        {
            var (operation, slice) = (pending.Operation, pending.Slice);
            // Taken out first: whatever its owner throws, it is not ended a second time.
            pending = default;
            operation?.Complete(null);
            slice.Release();
        }
        CheckpointIfDue();
    }

    private void EndApply()
    {
        lock (_gate)
        {
            _applying = false;
            _applyEnded?.TrySetResult();
            _applyEnded = null;
        }
    }

    // Ends when the apply loop has stopped. It stays stopped until LetApplyGo.
    private Task HoldApplyAsync()
    {
        lock (_gate)
        {
            _applyHeld++;
            if (!_applying)
                return Task.CompletedTask;
            _applyEnded ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return _applyEnded.Task;
        }
    }

    private void LetApplyGo()
    {
        bool apply;
        lock (_gate)
        {
            _applyHeld--;
            apply = TryBeginApply();
        }
        if (apply)
            ThreadPool.UnsafeQueueUserWorkItem(_applier, preferLocal: false);
    }

    private sealed class Applier(Replicator replicator) : IThreadPoolWorkItem
    {
        public void Execute() => replicator.ApplyAll();
    }
}
