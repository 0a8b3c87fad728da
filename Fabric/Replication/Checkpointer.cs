using System;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Replication.Core;
using SfPerf.Fabric.Replication.Storage;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// Writes the state beside the log once enough was applied, so that the log can be shortened. One checkpoint is written
/// at a time.
/// </summary>
/// <param name="gate">The replicator's: guards what says so, and the core.</param>
/// <param name="core">Says how far the state is applied.</param>
/// <param name="records">Names the checkpoint that counts.</param>
/// <param name="recordGate">Held while the record is replaced.</param>
/// <param name="storage">Where the files are.</param>
/// <param name="state">What is written.</param>
/// <param name="host">Says when one is due, unless the limits do.</param>
/// <param name="limits">What the service's settings say.</param>
/// <param name="truncateHead">Gives up the log below an LSN, and for the next start what lies below another.</param>
/// <param name="closing">Ends a writer when the replica closes.</param>
internal sealed class Checkpointer(
    Lock gate, ReplicaCore core, RecordKeeper records, RecordGate recordGate, IReplicaStorage storage,
    IReplicatedState state, ReplicationHost host, ReplicatorLimits limits, Action<long, long> truncateHead,
    CancellationToken closing)
{
    private const int RecordOverheadBytes = 56;
    private long _bytesSince;                           // the apply loop's own; the writer reads it
    private long _recordsSince;                         // the apply loop's own
    private long _bytes;                                // of the last one
    private bool _overdue;                              // the apply loop's own, as _bytesSince
    private Task _writing = Task.CompletedTask;         // guarded by gate
    private bool _hasTurn;                              // the writer's own while there is one
    private TaskCompletionSource? _wanted;              // guarded by gate
    private bool _isAwaited;                            // guarded by gate; the writer reads it
    private Exception? _failure;

    /// <summary>Gets why the last one could not be written; null when it could.</summary>
    internal Exception? Failure => Volatile.Read(ref _failure);

    /// <summary>Ends when no checkpoint is being written. It never fails.</summary>
    internal Task EndAsync()
    {
        lock (gate)
        {
            _isAwaited = true;
            return _writing;
        }
    }

    /// <summary>A record was applied. In the apply loop, or while it stands still.</summary>
    internal void Count(int payloadBytes)
    {
        Volatile.Write(ref _bytesSince, _bytesSince + payloadBytes + RecordOverheadBytes);
        _recordsSince++;
    }

    /// <summary>The state is that of a checkpoint of this size. In the apply loop, or while it stands still.</summary>
    internal void Restart(long checkpointBytes) =>
        (_bytes, _bytesSince, _recordsSince) = (checkpointBytes, 0, 0);

    /// <summary>Captures the state if it is time. In the apply loop between two records, or while it stands still.
    /// </summary>
    internal void WriteIfDue()
    {
        if (!IsDue() && !_overdue && Volatile.Read(ref _wanted) is null)
            return;
        lock (gate)
        {
            if (!_writing.IsCompleted || core.IsClosed)
                return;
            // One that is due can wait for the others': the next record asks again.
            var takesTurn = _wanted is null && !_overdue;
            if (takesTurn && !host.CheckpointTurns.Wait(0))
                return;
            _hasTurn = takesTurn;
            (_bytesSince, _recordsSince, _overdue) = (0, 0, false);
            var wanted = _wanted;
            _wanted = null;
            Volatile.Write(ref _isAwaited, wanted is not null);
            try
            {
                var record = records.Current with
                {
                    CheckpointId = recordGate.NextCheckpointNumber(records.Current.CheckpointId),
                    Checkpoint = core.HistoryUpTo(core.AppliedLsn),
                };
                // In memory a checkpoint is only what a copy begins with: the due one merely shortens the log.
                var source = wanted is null && !storage.IsDurable ? null : state.CaptureCheckpoint();
                _writing = RunAsync(() => WriteAsync(source, record, wanted));
            }
            catch (Exception e)
            {
                EndTurn();
                Volatile.Write(ref _failure, e);
                wanted?.SetException(e);
                throw;
            }
        }
    }

    // A log shorter than the last checkpoint is cheaper to read again than another checkpoint is to write.
    private bool IsDue()
    {
        if (_bytesSince < _bytes)
            return false;
        return limits.CheckpointThresholdBytes is { } bytes ? _bytesSince >= bytes
            : _bytesSince >= host.CheckpointThresholdBytes || _recordsSince >= host.CheckpointThresholdRecords;
    }

    /// <summary>Captures now, whether it is due or not; ends when the checkpoint counts.</summary>
    internal async Task WriteNowAsync(ApplyLoop apply, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Task wanted;
        lock (gate)
        {
            _wanted ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            wanted = _wanted.Task;
            _isAwaited = true;
        }
        while (!wanted.IsCompleted)
        {
            await _writing.WaitAsync(cancellationToken).ConfigureAwait(false);
            await apply.HoldAsync().ConfigureAwait(false);
            try
            {
                WriteIfDue();
            }
            finally
            {
                apply.Release();
            }
            await Task.WhenAny(wanted, _writing).WaitAsync(cancellationToken).ConfigureAwait(false);
            ObjectDisposedException.ThrowIf(core.IsClosed, typeof(Replicator));
        }
        await wanted.ConfigureAwait(false);
    }

    /// <summary>Captures now if anything was applied since the last one: its log has become too old.</summary>
    internal async Task WriteForAgeAsync(ApplyLoop apply)
    {
        await apply.HoldAsync().ConfigureAwait(false);
        try
        {
            _overdue = _bytesSince > 0;
            WriteIfDue();
        }
        catch (Exception e)
        {
            Volatile.Write(ref _failure, e); // the next interval tries again
        }
        finally
        {
            apply.Release();
        }
    }

    /// <summary>Writes the file that a record names. One that is not whole is removed: on a full disk the next attempt
    /// needs its room.</summary>
    /// <returns>Its size in bytes.</returns>
    internal async Task<long> WriteFileAsync(ICheckpointSource source, ReplicaRecord record)
    {
        try
        {
            using (source)
                return await WriteBlocksAsync(source, record).ConfigureAwait(false);
        }
        catch
        {
            storage.DiscardCheckpoint(record);
            throw;
        }
    }

    // A small one never waits but for the disk: on a thread of its own, not on one of the few that the pool has.
    private Task RunAsync(Func<Task> write) => storage.IsDurable
        ? Task.Factory.StartNew(
            write, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default).Unwrap()
        : Task.Run(write);

    private void EndTurn()
    {
        if (_hasTurn)
            host.CheckpointTurns.Release();
        _hasTurn = false;
    }

    private async Task WriteAsync(ICheckpointSource? source, ReplicaRecord record, TaskCompletionSource? wanted)
    {
        var start = Stopwatch.GetTimestamp();
        try
        {
            var bytes = source is null ? 0 : await WriteFileAsync(source, record).ConfigureAwait(false);
            await AdoptAsync(record, source is not null, bytes).ConfigureAwait(false);
            if (source is not null)
                ReplicationMeter.NoteCheckpoint(start);
            Volatile.Write(ref _failure, null);
            wanted?.SetResult();
        }
        catch (Exception e)
        {
            // The old checkpoint and the log stay valid; the next threshold tries again.
            Volatile.Write(ref _failure, e);
            wanted?.SetException(e);
        }
        finally
        {
            EndTurn();
        }
    }

    private async Task<long> WriteBlocksAsync(ICheckpointSource source, ReplicaRecord record)
    {
        var file = storage.CreateCheckpoint(record);
        await using var _ = file.ConfigureAwait(false);
        var pace = new CheckpointPace(
            host.Options.Time, () => Volatile.Read(ref _bytesSince), () => Volatile.Read(ref _isAwaited), EndTurn);
        var stream = new CheckpointWriteStream(file, storage.IsDurable ? pace : null);
        await using var __ = stream.ConfigureAwait(false);
        await source.WriteAsync(stream, closing).ConfigureAwait(false);
        stream.Complete();
        storage.FlushCheckpoint(file);
        return file.Length;
    }

    private async Task AdoptAsync(ReplicaRecord record, bool isWritten, long bytes)
    {
        await recordGate.EnterAsync(closing).ConfigureAwait(false);
        try
        {
            var present = records.Current;
            if (core.IsClosed || present.StreamId != record.StreamId)
                return;
            var kept = bytes >= (limits.CheckpointThresholdBytes ?? host.Options.CheckpointThresholdBytes)
                ? present.Checkpoint.LastLsn
                : record.Checkpoint.LastLsn;
            if (isWritten)
                storage.PublishCheckpoint(record);
            records.Save(present with { CheckpointId = record.CheckpointId, Checkpoint = record.Checkpoint });
            storage.RemoveOthers(records.Current);
            _bytes = bytes;
            // More log than recovery needs serves a secondary back from a restart; it is not worth more than a copy
            // would cost, and the next start of this host does not read it.
            truncateHead(kept + 1, record.Checkpoint.LastLsn + 1);
        }
        finally
        {
            recordGate.Exit();
        }
    }
}
