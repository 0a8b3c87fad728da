using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log;

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
            // The state and the log disagree from here on; only a new replica object can mend that.
            EndApply();
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
        foreach (ref readonly var pending in batch)
        {
            pending.Operation?.Complete(null);
            pending.Slice.Release();
        }
        batch.Clear();
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

    // Ends when the apply loop stands still; it stays so until it is let go.
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
