using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Reading;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Storage;

namespace SfPerf.Fabric.Replication;

/// <content>Copies of the whole state: given by a primary, adopted by a secondary.</content>
public sealed partial class Replicator
{
    /// <summary>
    /// Stands still for a full copy: nothing is applied, no checkpoint is written until it is let go.
    /// </summary>
    internal async Task<(Stream File, ReplicaRecord Record)> BeginCopyAsync(ProgressVector history)
    {
        await _apply.HoldAsync().ConfigureAwait(false);
        try
        {
            await _checkpoints.EndAsync().ConfigureAwait(false);
            var record = AfterCopy(_recordGate.NextCheckpointNumber(_records.Current.CheckpointId), history);
            return (_storage.CreateCheckpoint(record), record);
        }
        catch
        {
            // A caller that gets no file does not call EndCopy.
            _apply.Release();
            throw;
        }
    }

    internal void FlushCopy(Stream file) => _storage.FlushCheckpoint(file);

    /// <summary>Ends a copy; what arrived of one that was not adopted is removed.</summary>
    internal void EndCopy(ReplicaRecord record)
    {
        try
        {
            _storage.DiscardCheckpoint(record);
        }
        finally
        {
            _apply.Release();
        }
    }

    private ReplicaRecord AfterCopy(long number, ProgressVector history) =>
        _records.Current with { CheckpointId = number, Checkpoint = history };

    /// <summary>
    /// Replaces the whole replica by a checkpoint that is written and closed; the apply loop stands still.
    /// </summary>
    /// <exception cref="InvalidDataException">It did not arrive whole; the replica is as it was.</exception>
    internal async Task AdoptCopyAsync(SecondarySession session, ReplicaRecord copy)
    {
        using (var checkpoint = _storage.OpenWritten(copy))
            checkpoint.ReadToEnd();
        await _recordGate.EnterAsync(_closing.Token).ConfigureAwait(false);
        try
        {
            lock (_gate)
            {
                if (_core.Connection != session || _core.IsClosed)
                    throw new ConnectionRefusedException("the connection was replaced during the copy");
            }
            _storage.PublishCheckpoint(copy);
            await ReplaceByCopyAsync(session, copy.CheckpointId, copy.Checkpoint).ConfigureAwait(false);
        }
        finally
        {
            _recordGate.Exit();
        }
        session.Acknowledge(copy.Checkpoint.LastLsn);
    }

    // From the write of the record on there is no way back. If it fails, it is unknown which of the two histories the
    // disk names, and nothing may be acknowledged on top of either.
    private async Task ReplaceByCopyAsync(SecondarySession session, long number, ProgressVector history)
    {
        try
        {
            var stream = _host.CreateStream(history.LastLsn + 1);
            var record = AfterCopy(number, history) with { StreamId = stream.Id };
            _records.Save(record);
            _storage.RemoveOthers(record);
            var old = _stream!;
            lock (_gate)
            {
                _pending.Restart(history.LastLsn + 1);
                _stream = stream;
                session.IsMatched = true;
                _core.Replaced(history);
            }
            _host.Log.SetOwner(stream, this);
            _host.Log.DropStream(old);
            _state.Reset();
            var checkpoint = _storage.OpenCheckpoint(record);
            await using (checkpoint.ConfigureAwait(false))
                await _state.RestoreAsync(checkpoint, CancellationToken.None).ConfigureAwait(false);
            RestartCheckpoints(record);
            _core.Applied(history.LastLsn);
        }
        catch (Exception e)
        {
            Fault(e);
            throw;
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
                var record = _records.Current;
                if (record.Checkpoint.LastLsn > 0 && _storage.HoldsCheckpoint(record))
                {
                    var file = _storage.OpenCheckpointFile(record);
                    return (file, record.Checkpoint, _stream!.OpenReader(record.Checkpoint.LastLsn + 1));
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
