using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Storage;

namespace SfPerf.Fabric.Replication;

public sealed partial class Replicator
{
    /// <summary>Recovers the state: the checkpoint, then what the log says was committed after it.</summary>
    /// <returns>The address that primaries connect to.</returns>
    /// <exception cref="ReplicaLostException">The disk does not hold what the replica promised to keep.</exception>
    public async Task<string> OpenAsync(CancellationToken cancellationToken)
    {
        await _recordGate.EnterAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (_stream is not null || _core.IsClosed)
                throw new InvalidOperationException($"Replica {ReplicaId} was opened or closed before.");
            var restored = await RestoreAheadAsync(cancellationToken).ConfigureAwait(false);
            await _host.Opened.WaitAsync(cancellationToken).ConfigureAwait(false);
            if (ReadOwnRecord() is { } record)
                await RecoverAsync(record, restored, cancellationToken).ConfigureAwait(false);
            else
                StartEmpty(restored);
        }
        finally
        {
            _recordGate.Exit();
        }
        TruncateByAge();
        return _host.Address;
    }

    private void TruncateByAge()
    {
        if (_options.Limits.TruncationInterval is not { } interval)
            return;
        lock (_gate)
        {
            if (!_core.IsClosed)
                _truncation = _host.Options.Time.CreateTimer(_ => ShortenLog(), null, interval, interval);
        }
    }

    private void ShortenLog() => _ = _checkpoints.WriteForAgeAsync(_apply);

    // While the log is read, which keeps the disk busy, the processor can restore the checkpoint. Returns the record
    // that named it; null if there is none, or if something is wrong: that is found again, and told, once the log is
    // open.
    private async Task<ReplicaRecord?> RestoreAheadAsync(CancellationToken cancellationToken)
    {
        if (_host.Opened.IsCompleted)
            return null;
        try
        {
            if (_storage.ReadRecord() is not { Checkpoint.LastLsn: > 0 } record || record.ReplicaId != ReplicaId)
                return null;
            var checkpoint = _storage.OpenCheckpoint(record);
            await using var _ = checkpoint.ConfigureAwait(false);
            await _state.RestoreAsync(checkpoint, cancellationToken).ConfigureAwait(false);
            return record;
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            return null;
        }
    }

    // Returns null when this replica has no record yet.
    private ReplicaRecord? ReadOwnRecord()
    {
        ReplicaRecord? record;
        try
        {
            record = _storage.ReadRecord();
        }
        catch (InvalidDataException e)
        {
            if (_options.MustExist)
                throw Lost($"The record of {this} is corrupt: {e.Message}", null, e);
            _host.SetAside(_storage, $"The record of an earlier replica is corrupt: {e.Message}", null);
            return null;
        }
        if (_options.MustExist && record?.ReplicaId != ReplicaId)
        {
            // Files of another replica must not be moved by this one.
            throw record is null
                ? Lost($"The record of {this} is missing.", null)
                : new ReplicaLostException($"The disk holds replica {record.ReplicaId} where {this} was.");
        }
        if (record is null || record.ReplicaId == ReplicaId)
            return record;
        _host.SetAside(
            _storage, $"Replica {record.ReplicaId} of partition {PartitionId} gave way to replica {ReplicaId}.",
            record.StreamId);
        return null;
    }

    private ReplicaLostException Lost(string reason, ReplicaRecord? record, Exception? cause = null) =>
        new(_host.SetAside(_storage, reason, record?.StreamId), cause);

    private void StartEmpty(ReplicaRecord? restored)
    {
        if (restored is not null)
            _state.Reset();
        // This replica is new: the epoch that an earlier replica of the partition wrote here does not bind it.
        _recordGate.WrittenEpoch = default;
        var stream = _host.CreateStream(1);
        _records.Save(_records.Current with { StreamId = stream.Id, LogId = _host.Log.Id });
        UseStream(stream, 0);
    }

    private async Task RecoverAsync(
        ReplicaRecord record, ReplicaRecord? restored, CancellationToken cancellationToken)
    {
        if (!record.IsOf(_host.Log.Id))
            throw Lost($"The log of {this} is missing: another one is in its place.", record);
        _storage.RemoveOthers(record);
        _storage.RemoveBackups();
        // What an aborted predecessor in this process appended counts only once it is on the disk.
        await _host.Log.FlushAsync().WaitAsync(cancellationToken).ConfigureAwait(false);
        var stream = _host.Log.FindStream(record.StreamId);
        var start = record.Checkpoint.LastLsn;
        if (start > 0)
        {
            var isRestored = (restored?.StreamId, restored?.CheckpointId) == (record.StreamId, record.CheckpointId);
            await RestoreOwnAsync(record, isRestored, cancellationToken).ConfigureAwait(false);
        }
        if (stream is not null && stream.FirstLsn > start + 1)
        {
            throw Lost(
                $"The log of {this} begins at LSN {stream.FirstLsn}, its checkpoint ends at {start}.", record);
        }
        if (record.IsComplete && (stream?.LastLsn ?? start) < _state.WholeLsn)
        {
            throw Lost(
                $"The log of {this} ends at LSN {stream?.LastLsn ?? start}, and its checkpoint is whole only with the "
                + $"records up to LSN {_state.WholeLsn}.", record);
        }
        if (stream is null || stream.LastLsn < start)
        {
            // The log holds nothing beyond the checkpoint: a number of its own keeps old records from being continued.
            if (stream is not null)
                _host.Log.DropStream(stream);
            stream = _host.CreateStream(start + 1);
            record = record with { StreamId = stream.Id };
        }
        _records.Save(record with { LogId = _host.Log.Id });
        UseStream(stream, ReadLog(stream, start));
    }

    private async Task RestoreOwnAsync(ReplicaRecord record, bool isRestored, CancellationToken cancellationToken)
    {
        CheckpointReadStream checkpoint;
        try
        {
            if (isRestored)
            {
                RestartCheckpoints(record);
                return;
            }
            checkpoint = _storage.OpenCheckpoint(record);
        }
        catch (FileNotFoundException e)
        {
            throw Lost($"The checkpoint of {this} is missing: '{record.CheckpointName}'.", record, e);
        }
        await using (checkpoint.ConfigureAwait(false))
        {
            try
            {
                await _state.RestoreAsync(checkpoint, cancellationToken).ConfigureAwait(false);
                RestartCheckpoints(record);
            }
            catch (Exception e) when (checkpoint.Corruption is { } corruption)
            {
                throw Lost($"The checkpoint of {this} is corrupt: {corruption.Message}", record, e);
            }
        }
    }

    private void RestartCheckpoints(ReplicaRecord record) =>
        _checkpoints.Restart(_storage.CheckpointBytes(record), record.Checkpoint.LastLsn);

    // Returns the last LSN applied. What a checkpoint leaves to the log was applied when it was captured.
    private long ReadLog(LogStream stream, long checkpointLsn)
    {
        var committed = Math.Max(Math.Max(checkpointLsn, stream.RecoveredCommittedLsn), _state.WholeLsn);
        var applied = checkpointLsn;
        using var reader = stream.OpenCachedReader(checkpointLsn + 1);
        while (reader.TryRead(out var record))
        {
            if (record.Lsn <= committed)
            {
                if (record.Type == LogRecordType.Data)
                    _state.Apply(record.Lsn, record.Payload, null);
                // A replica that restarts more often than its log fills up needs a checkpoint as any other.
                _checkpoints.Count(record.Payload.Length);
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
            if (_pending.Count == 0)
                _pending.Restart(applied + 1);
        }
        return applied;
    }

    private void UseStream(LogStream stream, long appliedLsn)
    {
        lock (_gate)
        {
            _stream = stream;
            _core.Recovered(_records.Current.Checkpoint.Continue(stream.Epochs, stream.LastLsn), appliedLsn);
        }
        _host.Log.SetOwner(stream, this);
    }
}
