using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.Replication.Storage;

namespace SfPerf.Fabric.Replication;

public sealed partial class Replicator
{
    /// <summary>Recovers the state: the checkpoint, then what the log says was committed after it.</summary>
    /// <returns>The address that primaries connect to.</returns>
    /// <exception cref="InvalidDataException">The checkpoint or the replica's record is corrupt.</exception>
    /// <exception cref="LogCorruptedException">The log does not continue the checkpoint.</exception>
    public async Task<string> OpenAsync(CancellationToken cancellationToken)
    {
        await _recordGate.EnterAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (_stream is not null || _closed)
                throw new InvalidOperationException($"Replica {ReplicaId} was opened or closed before.");
            var record = _folder.ReadRecord();
            if (record is not null && record.ReplicaId != ReplicaId)
            {
                DeleteData(record);
                record = null;
            }
            if (record is null)
                StartEmpty();
            else
                await RecoverAsync(record, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _recordGate.Exit();
        }
        return _host.Address;
    }

    private void DeleteData(ReplicaRecord record)
    {
        _folder.Delete();
        if (_host.Log.FindStream(record.StreamId) is { } stream)
            _host.Log.DropStream(stream);
    }

    private void StartEmpty()
    {
        // Another replica than the one that had been here, if any.
        _recordGate.WrittenEpoch = default;
        var stream = _host.CreateStream(1);
        SaveRecord(_record with { StreamId = stream.Id });
        UseStream(stream);
    }

    private async Task RecoverAsync(ReplicaRecord record, CancellationToken cancellationToken)
    {
        _folder.RemoveOthers(record);
        _folder.RemoveBackups();
        // What an aborted predecessor in this process appended counts only once it is on the disk.
        await _host.Log.FlushAsync().WaitAsync(cancellationToken).ConfigureAwait(false);
        var stream = _host.Log.FindStream(record.StreamId);
        var start = record.Checkpoint.LastLsn;
        if (record.Checkpoint.LastLsn > 0)
        {
            _checkpointBytes = _folder.CheckpointBytes(record);
            var checkpoint = _folder.OpenCheckpoint(record);
            await using (checkpoint.ConfigureAwait(false))
                await _state.RestoreAsync(checkpoint, cancellationToken).ConfigureAwait(false);
        }
        if (stream is not null && stream.FirstLsn > start + 1)
        {
            throw new LogCorruptedException(
                $"stream {stream.Id}", 0, $"it begins at LSN {stream.FirstLsn}, the checkpoint ends at {start}");
        }
        if (stream is null || stream.LastLsn < start)
        {
            // The log holds nothing beyond the checkpoint: a number of its own keeps old records from being continued.
            if (stream is not null)
                _host.Log.DropStream(stream);
            stream = _host.CreateStream(start + 1);
            record = record with { StreamId = stream.Id };
        }
        SaveRecord(record);
        ReadLog(stream, start);
        UseStream(stream);
    }

    private void ReadLog(LogStream stream, long checkpointLsn)
    {
        var committed = Math.Max(checkpointLsn, stream.RecoveredCommittedLsn);
        var applied = checkpointLsn;
        using var reader = stream.OpenReader(checkpointLsn + 1);
        while (reader.TryRead(out var record))
        {
            if (record.Lsn <= committed)
            {
                if (record.Type == LogRecordType.Data)
                    _state.Apply(record.Lsn, record.Payload, null);
                applied = record.Lsn;
                continue;
            }
            var slice = new LogSlice(record.Payload.ToArray());
            lock (_gate)
            {
                if (_pending.Count == 0)
                    _pending.Restart(record.Lsn);
                _pending.Add(new PendingRecord(record with { Payload = slice.Memory }, slice, null));
            }
        }
        lock (_gate)
        {
            Volatile.Write(ref _appliedLsn, applied);
            _committedLsn = applied;
            if (_pending.Count == 0)
                _pending.Restart(applied + 1);
        }
    }

    private void UseStream(LogStream stream)
    {
        lock (_gate)
        {
            _stream = stream;
            _lastLsn = _flushedLsn = stream.LastLsn;
            _lastLsnEpoch = History().LastEpoch;
        }
        _host.Log.SetOwner(stream, this);
    }
}
