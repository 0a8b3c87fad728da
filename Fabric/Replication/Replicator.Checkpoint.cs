using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Storage;
using SfPerf.Platform;

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

    // In the apply loop, between two records.
    private void CheckpointIfDue()
    {
        if (_bytesSinceCheckpoint < Math.Max(_host.CheckpointThresholdBytes, _checkpointBytes)
            && Volatile.Read(ref _checkpointWanted) is null)
            return;
        lock (_gate)
        {
            if (!_checkpointing.IsCompleted || _closed)
                return;
            _bytesSinceCheckpoint = 0;
            var wanted = _checkpointWanted;
            _checkpointWanted = null;
            var source = _state.CaptureCheckpoint();
            var record = _record with
            {
                CheckpointId = _record.CheckpointId + 1,
                Checkpoint = History().UpTo(_appliedLsn),
            };
            _checkpointing = Task.Run(() => WriteCheckpointAsync(source, record, wanted));
        }
    }

    // Captures now, whether it is due or not; ends when the checkpoint counts.
    private async Task CheckpointAsync()
    {
        Task wanted;
        lock (_gate)
        {
            _checkpointWanted ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            wanted = _checkpointWanted.Task;
        }
        while (!wanted.IsCompleted)
        {
            await _checkpointing.ConfigureAwait(false);
            await HoldApplyAsync().ConfigureAwait(false);
            try
            {
                CheckpointIfDue();
            }
            finally
            {
                LetApplyGo();
            }
            await Task.WhenAny(wanted, _checkpointing).ConfigureAwait(false);
            if (_closed)
                throw new ObjectDisposedException(nameof(Replicator));
        }
        await wanted.ConfigureAwait(false);
    }

    private async Task WriteCheckpointAsync(
        ICheckpointSource source, ReplicaRecord record, TaskCompletionSource? wanted)
    {
        try
        {
            var bytes = await WriteFileAsync(source, record).ConfigureAwait(false);
            await AdoptCheckpointAsync(record, bytes).ConfigureAwait(false);
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

    private async Task<long> WriteFileAsync(ICheckpointSource source, ReplicaRecord record)
    {
        using (source)
        {
            var file = _folder.CreateCheckpoint(record);
            await using var _ = file.ConfigureAwait(false);
            var stream = new CheckpointWriteStream(file);
            await using var __ = stream.ConfigureAwait(false);
            await source.WriteAsync(stream, CancellationToken.None).ConfigureAwait(false);
            stream.Complete();
            DurableFile.Flush(file);
            return file.Length;
        }
    }

    private async Task AdoptCheckpointAsync(ReplicaRecord record, long bytes)
    {
        await _recordGate.WaitAsync().ConfigureAwait(false);
        try
        {
            if (_closed || _record.StreamId != record.StreamId)
                return;
            var kept = bytes >= _host.Options.CheckpointThresholdBytes
                ? _record.Checkpoint.LastLsn
                : record.Checkpoint.LastLsn;
            _folder.PublishCheckpoint(record);
            SaveRecord(_record with { CheckpointId = record.CheckpointId, Checkpoint = record.Checkpoint });
            _folder.RemoveOthers(_record);
            _checkpointBytes = bytes;
            // More log than recovery needs serves a secondary back from a restart; it is not worth more than a copy
            // would cost.
            _stream!.TruncateHead(kept + 1);
        }
        finally
        {
            _recordGate.Release();
        }
    }

    // Under _recordGate, not under _gate. When it returns, the record is durable.
    private void SaveRecord(ReplicaRecord record)
    {
        _folder.WriteRecord(record);
        lock (_gate)
            _record = record;
    }

    /// <summary>A checkpoint and the log after it, held in place until they are disposed.</summary>
    internal async Task<(FileStream File, ProgressVector History, LogReader Suffix)> OpenCopyAsync()
    {
        while (true)
        {
            await _recordGate.WaitAsync().ConfigureAwait(false);
            try
            {
                if (_record.Checkpoint.LastLsn > 0)
                {
                    var file = _folder.OpenCheckpointFile(_record);
                    return (file, _record.Checkpoint, _stream!.OpenReader(_record.Checkpoint.LastLsn + 1));
                }
            }
            finally
            {
                _recordGate.Release();
            }
            await CheckpointAsync().ConfigureAwait(false);
        }
    }
}
