using System;
using System.Fabric;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Storage;
using SfPerf.Fabric.Transport;
using SfPerf.Platform;

namespace SfPerf.Fabric.Replication;

public sealed partial class Replicator
{
    private SecondarySession? _session;                 // guarded by _gate: the primary's connection that counts
    private TaskCompletionSource? _epochChanged;        // guarded by _gate: somebody waits for a newer epoch
    private bool _receiving;                            // guarded by _gate: EndReceive will come, and apply

    // On the link's own tasks.
    internal void Begin(SecondaryLink link, LinkSession session)
    {
        lock (_gate)
        {
            if (link.IsStopped || _closed || _role != ReplicaRole.Primary)
                throw new OperationCanceledException();
            link.Session = session;
            link.IsLive = false;
            link.FlushedLsn = -1;
        }
    }

    /// <summary>
    /// Takes a primary's connection if its epoch is the newest that the runtime told this replica of, durably. Blocks:
    /// a primary may have been told sooner than its secondary. No connection can raise the epoch by itself, so none can
    /// shut out the primaries to come.
    /// </summary>
    internal (LogEpoch Accepted, long AppliedLsn, ProgressVector Progress) Join(
        SecondarySession session, LogEpoch epoch)
    {
        AwaitEpoch(epoch);
        _recordGate.Enter();
        try
        {
            SecondarySession? replaced;
            lock (_gate)
            {
                if (_closed || _stream is null)
                    throw new ConnectionRefusedException("the replica is not open");
                if (epoch < _record.AcceptedEpoch)
                    throw new ConnectionRefusedException(
                        $"epoch {epoch} is over, {_record.AcceptedEpoch} was accepted");
                if (_role == ReplicaRole.Primary && epoch <= _epoch)
                    throw new ConnectionRefusedException($"this replica is the primary of epoch {_epoch}");
            }
            lock (_gate)
            {
                if (_role == ReplicaRole.Primary)
                    throw new ConnectionRefusedException(
                        "this replica is a primary that was not told of its successor yet");
                replaced = _session;
                _session = session;
            }
            replaced?.Close("a newer connection of the primary replaced it");
            lock (_gate)
                return (_record.AcceptedEpoch, _appliedLsn, History());
        }
        finally
        {
            _recordGate.Exit();
        }
    }

    private void AwaitEpoch(LogEpoch epoch)
    {
        var time = _host.Options.Time;
        var start = time.GetTimestamp();
        while (true)
        {
            Task changed;
            LogEpoch accepted;
            lock (_gate)
            {
                if (_closed || _stream is null)
                    throw new ConnectionRefusedException("the replica is not open");
                accepted = _record.AcceptedEpoch;
                if (epoch <= accepted)
                    return;
                changed = (_epochChanged ??= new(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
            }
            var left = _host.Options.EpochTimeout - time.GetElapsedTime(start);
            if (left <= TimeSpan.Zero || !Blocking.Wait(changed, left))
                throw new ConnectionRefusedException(
                    $"epoch {epoch} was not announced here, {accepted} is the newest");
        }
    }

    // Under the gate.
    private void TellEpochChanged()
    {
        _epochChanged?.TrySetResult();
        _epochChanged = null;
    }

    /// <summary>
    /// Cuts what the primary does not have, and acknowledges the rest. False: the session does not count any more.
    /// </summary>
    internal bool Keep(SecondarySession session, long keepLsn)
    {
        lock (_gate)
        {
            if (_session != session)
                return false;
            if (keepLsn < _appliedLsn || keepLsn > _lastLsn)
                throw new InvalidDataException(
                    $"The primary keeps up to {keepLsn} of {_appliedLsn} applied, {_lastLsn} held.");
            session.IsMatched = true;
            if (keepLsn == _lastLsn)
            {
                session.Acknowledge(_flushedLsn);
                return true;
            }
            _stream!.TruncateTail(keepLsn);
            while (_pending.FirstLsn + _pending.Count - 1 > keepLsn)
                _pending.RemoveLast().Slice.Release();
            _lastLsn = keepLsn;
            _flushedLsn = Math.Min(_flushedLsn, keepLsn);
            _committedLsn = Math.Min(_committedLsn, keepLsn);
            _lastLsnEpoch = History().LastEpoch;
            return true;
        }
    }

    /// <summary>Appends one record of the primary's. False: the session does not count any more.</summary>
    internal bool Receive(SecondarySession session, in LogRecord record, ReadOnlySpan<byte> payload)
    {
        lock (_gate)
        {
            if (_session != session)
                return false;
            _receiving = true;
            if (record.Lsn <= _lastLsn)
                return true;
            if (record.Lsn != _lastLsn + 1)
                throw new InvalidDataException($"LSN {record.Lsn} arrived after {_lastLsn}.");
            var slice = _stream!.Append(record with { CommittedLsn = _committedLsn }, payload, flushFollows: true);
            _pending.Add(new PendingRecord(record with { Payload = slice.Memory }, slice, null));
            (_lastLsn, _lastLsnEpoch) = (record.Lsn, record.Epoch);
            _committedLsn = Math.Max(_committedLsn, Math.Min(record.CommittedLsn, _lastLsn));
            return true;
        }
    }

    internal bool Commit(SecondarySession session, long committedLsn)
    {
        lock (_gate)
        {
            if (_session != session)
                return false;
            _committedLsn = Math.Max(_committedLsn, Math.Min(committedLsn, _lastLsn));
            return true;
        }
    }

    /// <summary>After a batch of frames: applies what they made sure, and waits while the log is behind.</summary>
    internal void EndReceive(Connection connection)
    {
        _host.Log.FlushNow();
        connection.Flush();
        bool apply;
        lock (_gate)
        {
            _receiving = false;
            apply = TryBeginApply();
        }
        if (apply)
            ApplyAll();
        _host.Log.WaitForRoom();
    }

    internal void Leave(SecondarySession session)
    {
        bool apply;
        lock (_gate)
        {
            if (_session == session)
                _session = null;
            _receiving = false;
            apply = TryBeginApply();
        }
        if (apply)
            ThreadPool.UnsafeQueueUserWorkItem(_applier, preferLocal: false);
    }

    /// <summary>
    /// Stands still for a full copy: nothing is applied, no checkpoint is written until it is let go.
    /// </summary>
    internal async Task<(Stream File, ReplicaRecord Record)> BeginCopyAsync(ProgressVector history)
    {
        await HoldApplyAsync().ConfigureAwait(false);
        try
        {
            await _checkpointing.ConfigureAwait(false);
            var record = AfterCopy(_recordGate.NextCheckpointNumber(_record.CheckpointId), history);
            return (_storage.CreateCheckpoint(record), record);
        }
        catch
        {
            // A caller that gets no file does not call EndCopy.
            LetApplyGo();
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
            LetApplyGo();
        }
    }

    private ReplicaRecord AfterCopy(long number, ProgressVector history) =>
        _record with { CheckpointId = number, Checkpoint = history };

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
                if (_session != session || _closed)
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
            SaveRecord(record);
            _storage.RemoveOthers(record);
            _checkpointBytes = _storage.CheckpointBytes(record);
            var old = _stream!;
            lock (_gate)
            {
                _pending.Restart(history.LastLsn + 1);
                _stream = stream;
                session.IsMatched = true;
                _lastLsn = _flushedLsn = _committedLsn = history.LastLsn;
                _lastLsnEpoch = history.LastEpoch;
            }
            _host.Log.SetOwner(stream, this);
            _host.Log.DropStream(old);
            _state.Reset();
            var checkpoint = _storage.OpenCheckpoint(record);
            await using (checkpoint.ConfigureAwait(false))
                await _state.RestoreAsync(checkpoint, CancellationToken.None).ConfigureAwait(false);
            _bytesSinceCheckpoint = 0;
            Volatile.Write(ref _appliedLsn, history.LastLsn);
        }
        catch (Exception e)
        {
            Fault(e);
            throw;
        }
    }
}
