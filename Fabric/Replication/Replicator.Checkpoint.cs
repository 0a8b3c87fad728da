using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Reading;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Storage;

namespace SfPerf.Fabric.Replication;

public sealed partial class Replicator
{
    private const int RecordOverheadBytes = 56;
    private long _bytesSinceCheckpoint;                 // the apply loop's own
    private long _checkpointBytes;                      // of the last one
    private Task _checkpointing = Task.CompletedTask;   // guarded by _gate
    private TaskCompletionSource? _checkpointWanted;    // guarded by _gate
    private Exception? _checkpointFailure;

    /// <summary>
    /// Gets why the last checkpoint could not be written; null when it could. The log is kept meanwhile.
    /// </summary>
    public Exception? CheckpointFailure => Volatile.Read(ref _checkpointFailure);

    /// <summary>Gets or sets what runs before the replica's record is written; a test blocks or throws in it.</summary>
    internal Action? RecordWriting { get; set; }

    // In the apply loop, between two records.
    private void CheckpointIfDue()
    {
        if (_bytesSinceCheckpoint < Math.Max(
            _options.Limits.CheckpointThresholdBytes ?? _host.CheckpointThresholdBytes, _checkpointBytes)
            && Volatile.Read(ref _checkpointWanted) is null)
            return;
        lock (_gate)
        {
            if (!_checkpointing.IsCompleted || _closed)
                return;
            _bytesSinceCheckpoint = 0;
            var wanted = _checkpointWanted;
            _checkpointWanted = null;
            try
            {
                var record = _record with
                {
                    CheckpointId = _recordGate.NextCheckpointNumber(_record.CheckpointId),
                    Checkpoint = History().UpTo(_appliedLsn),
                };
                // In memory a checkpoint is only what a copy begins with: the due one merely shortens the log.
                var source = wanted is null && !_storage.IsDurable ? null : _state.CaptureCheckpoint();
                _checkpointing = Task.Run(() => WriteCheckpointAsync(source, record, wanted));
            }
            catch (Exception e)
            {
                Volatile.Write(ref _checkpointFailure, e);
                wanted?.SetException(e);
                throw;
            }
        }
    }

    // Captures now, whether it is due or not; ends when the checkpoint counts.
    internal async Task CheckpointAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Task wanted;
        lock (_gate)
        {
            _checkpointWanted ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            wanted = _checkpointWanted.Task;
        }
        while (!wanted.IsCompleted)
        {
            await _checkpointing.WaitAsync(cancellationToken).ConfigureAwait(false);
            await HoldApplyAsync().ConfigureAwait(false);
            try
            {
                CheckpointIfDue();
            }
            finally
            {
                LetApplyGo();
            }
            await Task.WhenAny(wanted, _checkpointing).WaitAsync(cancellationToken).ConfigureAwait(false);
            if (_closed)
                throw new ObjectDisposedException(nameof(Replicator));
        }
        await wanted.ConfigureAwait(false);
    }

    private async Task WriteCheckpointAsync(
        ICheckpointSource? source, ReplicaRecord record, TaskCompletionSource? wanted)
    {
        try
        {
            var bytes = source is null ? 0 : await WriteFileAsync(source, record).ConfigureAwait(false);
            await AdoptCheckpointAsync(record, source is not null, bytes).ConfigureAwait(false);
            Volatile.Write(ref _checkpointFailure, null);
            wanted?.SetResult();
        }
        catch (Exception e)
        {
            // The old checkpoint and the log stay valid; the next threshold tries again.
            Volatile.Write(ref _checkpointFailure, e);
            wanted?.SetException(e);
        }
    }

    // A file that is not whole is removed: on a full disk the next attempt needs its room.
    private async Task<long> WriteFileAsync(ICheckpointSource source, ReplicaRecord record)
    {
        try
        {
            using (source)
                return await WriteBlocksAsync(source, record).ConfigureAwait(false);
        }
        catch
        {
            _storage.DiscardCheckpoint(record);
            throw;
        }
    }

    private async Task<long> WriteBlocksAsync(ICheckpointSource source, ReplicaRecord record)
    {
        var file = _storage.CreateCheckpoint(record);
        await using var _ = file.ConfigureAwait(false);
        var stream = new CheckpointWriteStream(file);
        await using var __ = stream.ConfigureAwait(false);
        await source.WriteAsync(stream, _closing.Token).ConfigureAwait(false);
        stream.Complete();
        _storage.FlushCheckpoint(file);
        return file.Length;
    }

    private async Task AdoptCheckpointAsync(ReplicaRecord record, bool isWritten, long bytes)
    {
        await _recordGate.EnterAsync(_closing.Token).ConfigureAwait(false);
        try
        {
            if (_closed || _record.StreamId != record.StreamId)
                return;
            var kept = bytes >= (_options.Limits.CheckpointThresholdBytes ?? _host.Options.CheckpointThresholdBytes)
                ? _record.Checkpoint.LastLsn
                : record.Checkpoint.LastLsn;
            if (isWritten)
                _storage.PublishCheckpoint(record);
            SaveRecord(_record with { CheckpointId = record.CheckpointId, Checkpoint = record.Checkpoint });
            _storage.RemoveOthers(_record);
            _checkpointBytes = bytes;
            // More log than recovery needs serves a secondary back from a restart; it is not worth more than a copy
            // would cost.
            _stream!.TruncateHead(kept + 1);
        }
        finally
        {
            _recordGate.Exit();
        }
    }

    // Under _recordGate, not under _gate. When it returns, the record is durable. When it throws, the record may or may
    // not be on the disk: the epoch given to it is the least that any later record names.
    private void SaveRecord(ReplicaRecord record)
    {
        if (record.AcceptedEpoch > _recordGate.WrittenEpoch)
            _recordGate.WrittenEpoch = record.AcceptedEpoch;
        try
        {
            RecordWriting?.Invoke();
            _storage.WriteRecord(record with { AcceptedEpoch = _recordGate.WrittenEpoch });
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Whether the next start finds the old record or the new one is unknown.
            _host.Options.DiskFailed?.Invoke(e);
            throw;
        }
        lock (_gate)
        {
            _record = record;
            TellEpochChanged();
        }
    }

    /// <summary>
    /// Reads the next bytes of a checkpoint to be copied. A corrupt one ends the replica: opened anew it is lost, and
    /// built from another one that has a good checkpoint.
    /// </summary>
    internal async ValueTask<int> ReadCopyAsync(Stream file, Memory<byte> block, CancellationToken cancellationToken)
    {
        try
        {
            return await file.ReadAsync(block, cancellationToken).ConfigureAwait(false);
        }
        catch (InvalidDataException e)
        {
            Fault(e);
            throw;
        }
    }

    /// <summary>A checkpoint and the log after it, held in place until they are disposed.</summary>
    internal async Task<(Stream File, ProgressVector History, LogReader Suffix)> OpenCopyAsync(
        CancellationToken cancellationToken)
    {
        while (true)
        {
            await _recordGate.EnterAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                if (_record.Checkpoint.LastLsn > 0 && _storage.HoldsCheckpoint(_record))
                {
                    var file = _storage.OpenCheckpointFile(_record);
                    return (file, _record.Checkpoint, _stream!.OpenReader(_record.Checkpoint.LastLsn + 1));
                }
            }
            finally
            {
                _recordGate.Exit();
            }
            if (AppliedLsn == 0)
                throw new IOException("Nothing is committed yet that could be copied.");
            await CheckpointAsync(cancellationToken).ConfigureAwait(false);
        }
    }
}
