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
/// <remarks>
/// Of a large state a checkpoint that is due leaves out what changed since the one before was captured: the log, which
/// is kept from there on, holds that already. It is then a checkpoint of that earlier LSN, and whole with the records
/// up to the LSN at which it was captured itself.
/// </remarks>
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

    // What is left out is read from the log at a start. With less log between two checkpoints, a start reads no more in
    // all than it does of whole ones.
    private const double LogPerLargeState = 0.75;

    // Fewer items do not say how long the others are.
    private const double PartThatTells = 0.02;
    private static readonly TimeSpan WholeCheckInterval = TimeSpan.FromMilliseconds(20);
    private long _bytesSince;                           // the apply loop's own; the writer reads it
    private long _recordsSince;                         // the apply loop's own
    private long _bytes;                                // of log until one is worth its cost; the writer sets it
    private long _capturedLsn;                          // of the last one; the writer sets it
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
    internal void Restart(long checkpointBytes, long checkpointLsn)
    {
        (_bytes, _bytesSince, _recordsSince) = (checkpointBytes, 0, 0);
        _capturedLsn = Math.Max(checkpointLsn, state.WholeLsn);
    }

    /// <summary>Captures the state if it is time. In the apply loop between two records, or while it stands still.
    /// </summary>
    internal void WriteIfDue()
    {
        if (!IsDue() && !_overdue && Volatile.Read(ref _wanted) is null)
            return;
        lock (gate)
        {
            if (!_writing.IsCompleted || core.IsClosed || !IsWhole)
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
                var (source, lsn) = Capture(wanted is not null, takesTurn);
                var capturedLsn = core.AppliedLsn;
                var record = records.Current with
                {
                    CheckpointId = recordGate.NextCheckpointNumber(records.Current.CheckpointId),
                    Checkpoint = core.HistoryUpTo(lsn),
                };
                _writing = RunAsync(() => WriteAsync(source, record, capturedLsn, wanted));
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

    // Whoever waits for one, or for the log to be shortened, gets the whole state. In memory a checkpoint is only what
    // a copy begins with: the due one merely shortens the log.
    private (ICheckpointSource? Source, long Lsn) Capture(bool isWanted, bool isDue)
    {
        if (!isWanted && !storage.IsDurable)
            return (null, core.AppliedLsn);
        return isDue && _capturedLsn > 0 && IsLarge(_bytes)
            && state.CaptureUnchanged(_capturedLsn) is { } unchanged
            ? (unchanged, _capturedLsn)
            : (state.CaptureCheckpoint(), core.AppliedLsn);
    }

    private bool IsLarge(long bytes) =>
        bytes >= (limits.CheckpointThresholdBytes ?? host.Options.CheckpointThresholdBytes);

    // A copy that leaves something to the log is whole once that has arrived.
    private bool IsWhole => core.AppliedLsn >= state.WholeLsn;

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
            if (!IsWhole)
                await Task.Delay(WholeCheckInterval, host.Options.Time, cancellationToken).ConfigureAwait(false);
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

    private async Task WriteAsync(
        ICheckpointSource? source, ReplicaRecord record, long capturedLsn, TaskCompletionSource? wanted)
    {
        var start = Stopwatch.GetTimestamp();
        try
        {
            var bytes = source is null ? 0 : await WriteFileAsync(source, record).ConfigureAwait(false);
            // What was left out must be on the disk before the checkpoint that has it counts no more.
            if (record.Checkpoint.LastLsn < capturedLsn)
                await host.Log.FlushAsync().ConfigureAwait(false);
            await AdoptAsync(record, source, bytes, capturedLsn).ConfigureAwait(false);
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

    private async Task AdoptAsync(ReplicaRecord record, ICheckpointSource? source, long bytes, long capturedLsn)
    {
        await recordGate.EnterAsync(closing).ConfigureAwait(false);
        try
        {
            var present = records.Current;
            if (core.IsClosed || present.StreamId != record.StreamId)
                return;
            var isPart = record.Checkpoint.LastLsn < capturedLsn;
            var kept = !isPart && IsLarge(bytes) ? present.Checkpoint.LastLsn : record.Checkpoint.LastLsn;
            if (source is not null)
                storage.PublishCheckpoint(record);
            records.Save(present with { CheckpointId = record.CheckpointId, Checkpoint = record.Checkpoint });
            storage.RemoveOthers(records.Current);
            _capturedLsn = capturedLsn;
            if (!isPart)
                _bytes = bytes;
            else if (source!.Part >= PartThatTells)
                _bytes = (long)(bytes / source.Part * LogPerLargeState);
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
