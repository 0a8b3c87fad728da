using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Backups;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Platform;

namespace SfPerf.Fabric.Replication;

public sealed partial class Replicator : IReplicaBackups
{
    /// <inheritdoc/>
    public async Task<(ReplicaBackup Backup, string Folder)> BackupAsync(
        ReplicaBackup? after, CancellationToken cancellationToken)
    {
        var term = ThrowIfCannotBackUp(after);
        var folder = new BackupFolder(_storage.CreateBackupFolder());
        try
        {
            var lsn = after is null
                ? await WriteFullAsync(folder, cancellationToken).ConfigureAwait(false)
                : await Task.Run(() => WriteSince(folder, after, cancellationToken), cancellationToken)
                    .ConfigureAwait(false);
            var backup = new ReplicaBackup(
                Guid.NewGuid(), after?.Id ?? Guid.Empty, after?.Epoch ?? default, after?.Lsn ?? 0, ToEpoch(term), lsn);
            _ = ThrowIfCannotBackUp(after);
            folder.WriteDescription(backup);
            return (backup, folder.Path);
        }
        catch
        {
            Directory.Delete(folder.Path, recursive: true);
            throw;
        }
    }

    /// <inheritdoc/>
    public async Task RestoreAsync(string folder, bool force, CancellationToken cancellationToken)
    {
        var chain = BackupChain.Find(folder);
        ThrowIfCannotRestore(chain[^1].Backup, force);
        foreach (var (part, backup) in chain)
            await Task.Run(() => part.Check(backup.IsFull), cancellationToken).ConfigureAwait(false);
        await _apply.HoldAsync().ConfigureAwait(false);
        try
        {
            await _checkpoints.EndAsync().ConfigureAwait(false);
            await _recordGate.EnterAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                ThrowIfCannotRestore(chain[^1].Backup, force);
                await ReplaceByAsync(chain).ConfigureAwait(false);
            }
            finally
            {
                _recordGate.Exit();
            }
        }
        finally
        {
            _apply.Release();
        }
    }

    // An incremental backup cannot go on where another primary's backup ended: records that it holds may have been cut
    // since.
    private LogEpoch ThrowIfCannotBackUp(ReplicaBackup? after)
    {
        lock (_gate)
        {
            ThrowIfNotPrimary();
            if (_core.WriteStatus is not PartitionAccessStatus.Granted and var status)
                throw Refusal(status);
            if (after is not null && (ToEpoch(after.Epoch) != _core.Term.Epoch || after.Lsn + 1 < _stream!.FirstLsn))
            {
                throw new FabricMissingFullBackupException(
                    $"What follows LSN {after.Lsn} is not to be had from this replica's log: take a full backup.");
            }
            return _core.Term.Epoch;
        }
    }

    private async Task<long> WriteFullAsync(BackupFolder folder, CancellationToken token)
    {
        var (file, _, suffix) = await OpenCopyAsync(token).ConfigureAwait(false);
        await using var __ = file.ConfigureAwait(false);
        using (suffix)
        {
            await folder.WriteCheckpointAsync(file, token).ConfigureAwait(false);
            var lsn = AppliedLsn;
            await Task.Run(() => folder.WriteLog(suffix, lsn, token), token).ConfigureAwait(false);
            return lsn;
        }
    }

    private long WriteSince(BackupFolder folder, ReplicaBackup after, CancellationToken token)
    {
        var lsn = AppliedLsn;
        using var reader = OpenSuffix(after.Lsn + 1);
        folder.WriteLog(reader, lsn, token);
        return lsn;
    }

    private void ThrowIfCannotRestore(ReplicaBackup last, bool force)
    {
        lock (_gate)
        {
            if (_core.Role != ReplicaRole.Primary || _core.Term.IsConfigured || _core.IsClosed)
                throw new InvalidOperationException("A replica is restored only while it is told of a data loss.");
            // The state before this term is compared; the term's own first record is no progress.
            var held = _core.HistoryUpTo(_core.Term.FirstLsn - 1);
            var (heldEpoch, epoch) = (held.LastEpoch, ToEpoch(last.Epoch));
            if (force || epoch > heldEpoch || (epoch == heldEpoch && last.Lsn > held.LastLsn))
                return;
            throw new ArgumentException($"The backup ends at LSN {last.Lsn} of epoch {epoch}, the replica has LSN "
                + $"{held.LastLsn} of epoch {heldEpoch}. RestorePolicy.Force goes back.");
        }
    }

    // The caller holds _recordGate, and the apply loop stands still. Nothing changes on disk until the new record is
    // written. The new history has no LSN in common with any secondary's, so each of them gets a full copy.
    private async Task ReplaceByAsync(IReadOnlyList<(BackupFolder Folder, ReplicaBackup Backup)> chain)
    {
        try
        {
            await LoadAsync(chain).ConfigureAwait(false);
            var lsn = chain[^1].Backup.Lsn;
            var history = new ProgressVector([new LogEpochStart(_core.Term.Epoch, lsn)], lsn);
            var stream = _host.CreateStream(lsn + 1);
            var record = AfterCopy(
                _recordGate.NextCheckpointNumber(_records.Current.CheckpointId), history) with
            {
                StreamId = stream.Id,
            };
            await _checkpoints.WriteFileAsync(_state.CaptureCheckpoint(), record).ConfigureAwait(false);
            _storage.PublishCheckpoint(record);
            _records.Save(record);
            _storage.RemoveOthers(record);
            var old = _stream!;
            _host.Log.SetOwner(stream, this);
            Continue(stream, history);
            _host.Log.DropStream(old);
            RestartCheckpoints(record);
        }
        catch (Exception e)
        {
            Fault(e);
            throw;
        }
    }

    private async Task LoadAsync(IReadOnlyList<(BackupFolder Folder, ReplicaBackup Backup)> chain)
    {
        _state.Reset();
        var checkpoint = chain[0].Folder.OpenCheckpoint();
        await using (checkpoint.ConfigureAwait(false))
            await _state.RestoreAsync(checkpoint, CancellationToken.None).ConfigureAwait(false);
        foreach (var (folder, _) in chain)
        {
            foreach (var (recordLsn, payload) in folder.ReadLog())
                _state.Apply(recordLsn, payload, null);
        }
    }

    // The term begins anew, with its first record after what was restored.
    private void Continue(LogStream stream, ProgressVector history)
    {
        lock (_gate)
        {
            _stream = stream;
            _pending.Restart(history.LastLsn + 1);
            _core.Replaced(history);
            _core.Applied(history.LastLsn);
            _core.Term.MoveFirst(history.LastLsn + 1);
            Append(_core.Next(LogRecordType.Epoch, Crc32C.Compute([])), [], null);
            _links.DropAll();
        }
    }
}
