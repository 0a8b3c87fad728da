using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Core;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// Applies what may be applied, in order, and completes the callers' operations. One thread at a time runs it: whoever
/// <see cref="TryBegin"/> told to, or a thread of the pool.
/// </summary>
/// <remarks>Its own state is guarded by the replicator's gate, as the pending records and the core are.</remarks>
internal sealed class ApplyLoop(
    Lock gate, ReplicaCore core, PendingRing pending, IReplicatedState state, Checkpointer checkpoints,
    ReplicationHost host, string replica, Action<Exception> fault) : IThreadPoolWorkItem
{
    private const int BatchMax = 256;

    // More would keep a thread that serves other partitions too from them for too long (decision 20).
    private const int ShortMax = 32;
    private readonly PendingRecord[] _batch = new PendingRecord[BatchMax]; // the running thread's own
    private bool _running;                              // guarded by gate: one thread runs the loop, or will
    private int _held;                                  // guarded by gate
    private TaskCompletionSource? _ended;               // guarded by gate

    /// <summary>Gets whether so little may be applied, while other partitions are busy too, that a change of threads is
    /// not worth it. Under the gate.</summary>
    internal bool IsShort => IsFew(core.ApplicableLsn - core.AppliedLsn);

    void IThreadPoolWorkItem.Execute() => Run(isBrief: false);

    /// <summary>
    /// Under the gate. True: the caller must call <see cref="RunBriefly"/> or <see cref="Queue"/> after it.
    /// </summary>
    internal bool TryBegin()
    {
        if (_running || _held > 0 || core.ApplicableLsn <= core.AppliedLsn)
            return false;
        return _running = true;
    }

    internal void Queue() => ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);

    /// <summary>
    /// Runs on a thread that serves other partitions too: one batch at most, and nothing that runs the service's code.
    /// The rest is the pool's.
    /// </summary>
    internal void RunBriefly()
    {
        if (state.RunsServiceCode)
            Queue();
        else
            Run(isBrief: true);
    }

    private void Run(bool isBrief)
    {
        try
        {
            while (TakeBatch() is > 0 and var count)
            {
                ApplyAndComplete(_batch.AsSpan(0, count), isBrief && IsFew(count));
                if (isBrief && count == BatchMax)
                {
                    Queue();
                    return;
                }
            }
        }
        catch (Exception e)
        {
            // The state and the log disagree from here on; only a new replica object can repair that. The hold is never
            // released: no later record may be applied over the one that is missing.
            lock (gate)
                _held++;
            fault(e);
            EndBatch(e);
            End();
        }
    }

    /// <summary>Ends when the loop has stopped. It stays stopped until <see cref="Release"/>.</summary>
    internal Task HoldAsync()
    {
        lock (gate)
        {
            _held++;
            if (!_running)
                return Task.CompletedTask;
            _ended ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return _ended.Task;
        }
    }

    internal void Release()
    {
        bool begins;
        lock (gate)
        {
            _held--;
            begins = TryBegin();
        }
        if (begins)
            Queue();
    }

    /// <summary>
    /// Completes an operation. One whose owner throws must not leave the next one waiting for ever.
    /// </summary>
    internal void Complete(ReplicationOperation? operation, Exception? failure)
    {
        try
        {
            operation?.Complete(failure);
        }
        catch (Exception e)
        {
            fault(e);
        }
    }

    // Ends what was taken out of the ring when the loop failed: applied records are committed, the others unknown.
    private void EndBatch(Exception cause)
    {
        Exception? failure = null;
        for (var i = 0; i < _batch.Length; i++)
        {
            var taken = _batch[i];
            if (taken.Record.Lsn == 0)
                continue; // Not filled, or ended already.
            _batch[i] = default;
            if (taken.Record.Lsn > core.AppliedLsn)
                failure ??= new FabricObjectClosedException($"{replica} failed: {cause.Message}", cause);
            Complete(taken.Operation, failure);
            taken.Slice.Release();
        }
    }

    private int TakeBatch()
    {
        lock (gate)
        {
            var last = _held > 0 || core.IsClosed ? 0 : core.ApplicableLsn;
            var count = (int)Math.Min(last - core.AppliedLsn, BatchMax);
            if (count <= 0)
            {
                End();
                return 0;
            }
            for (var i = 0; i < count; i++)
                _batch[i] = pending.RemoveFirst();
            return count;
        }
    }

    private bool IsFew(long count) => count <= ShortMax && host.Log.IsShared;

    private void ApplyAndComplete(Span<PendingRecord> batch, bool inPlace)
    {
        foreach (ref readonly var taken in batch)
        {
            if (taken.Record.Type == LogRecordType.Data)
                state.Apply(taken.Record.Lsn, taken.Record.Payload, taken.Operation);
            checkpoints.Count(taken.Record.Payload.Length);
            core.Applied(taken.Record.Lsn);
        }
        foreach (ref var taken in batch)
        {
            var (operation, slice) = (taken.Operation, taken.Slice);
            // Taken out first: whatever its owner throws, it is not ended a second time.
            taken = default;
            if (inPlace)
                operation?.CompleteInPlace();
            else
                operation?.Complete(null);
            slice.Release();
        }
        checkpoints.WriteIfDue();
    }

    private void End()
    {
        lock (gate)
        {
            _running = false;
            _ended?.TrySetResult();
            _ended = null;
        }
    }
}
