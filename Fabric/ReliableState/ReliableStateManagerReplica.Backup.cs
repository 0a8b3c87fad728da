using System;
using System.Fabric;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.Replication;
using SfPerf.Fabric.Replication.Backups;

namespace SfPerf.Fabric.ReliableState;

/// <content>Backups, and what a data loss allows.</content>
internal sealed partial class ReliableStateManagerReplica
{
    private static readonly TimeSpan BackupTimeout = TimeSpan.FromHours(1);

    private IReplicaBackups? _backups;
    private ReplicaBackup? _lastBackup; // guarded by _backingUp
    private int _backingUp;
    private int _restoring;
    private volatile bool _inDataLoss;

    public Task BackupAsync(Func<BackupInfo, CancellationToken, Task<bool>> backupCallback) =>
        BackupAsync(BackupOption.Full, BackupTimeout, CancellationToken.None, backupCallback);

    public async Task BackupAsync(BackupOption option, TimeSpan timeout, CancellationToken cancellationToken,
        Func<BackupInfo, CancellationToken, Task<bool>> backupCallback)
    {
        ArgumentNullException.ThrowIfNull(backupCallback);
        if (timeout < TimeSpan.Zero && timeout != Timeout.InfiniteTimeSpan)
            throw new ArgumentException($"The timeout is {timeout}.", nameof(timeout));
        if (Interlocked.Exchange(ref _backingUp, 1) == 1)
            throw new FabricBackupInProgressException("A backup of this replica is under way.");
        try
        {
            var (backup, folder) = await TakeAsync(option, timeout, cancellationToken).ConfigureAwait(false);
            try
            {
                if (!await backupCallback(Describe(backup, folder), cancellationToken).ConfigureAwait(false))
                    throw new InvalidOperationException("The callback returned false: the backup does not count.");
                _lastBackup = backup;
            }
            finally
            {
                if (Directory.Exists(folder))
                    Directory.Delete(folder, recursive: true);
            }
        }
        finally
        {
            Volatile.Write(ref _backingUp, 0);
        }
    }

    public Task RestoreAsync(string backupFolderPath) =>
        RestoreAsync(backupFolderPath, RestorePolicy.Safe, CancellationToken.None);

    public async Task RestoreAsync(
        string backupFolderPath, RestorePolicy restorePolicy, CancellationToken cancellationToken)
    {
        if (!_inDataLoss)
            throw new InvalidOperationException("RestoreAsync may be called in OnDataLossAsync only.");
        if (Interlocked.Exchange(ref _restoring, 1) == 1)
            throw new InvalidOperationException("Another call of RestoreAsync is under way.");
        try
        {
            await Backups.RestoreAsync(backupFolderPath, restorePolicy == RestorePolicy.Force, cancellationToken)
                .ConfigureAwait(false);
        }
        finally
        {
            Volatile.Write(ref _restoring, 0);
        }
    }

    async Task<bool> IReplicatedState.OnDataLossAsync(CancellationToken cancellationToken)
    {
        if (OnDataLossAsync is not { } tell)
            return false;
        _inDataLoss = true;
        try
        {
            return await tell(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _inDataLoss = false;
        }
    }

    private IReplicaBackups Backups =>
        _backups ?? throw new FabricNotPrimaryException("The replica is not open, or its log has no backups.");

    private async Task<(ReplicaBackup Backup, string Folder)> TakeAsync(
        BackupOption option, TimeSpan timeout, CancellationToken token)
    {
        if (option == BackupOption.Incremental && _lastBackup is null)
            throw new FabricMissingFullBackupException("This replica has given no full backup yet: take one first.");
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(token);
        limit.CancelAfter(timeout);
        try
        {
            return await Backups.BackupAsync(option == BackupOption.Incremental ? _lastBackup : null, limit.Token)
                .ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!token.IsCancellationRequested)
        {
            throw new TimeoutException($"The backup was not written within {timeout}.");
        }
    }

    private static BackupInfo Describe(ReplicaBackup backup, string folder) => new(
        folder, backup.IsFull ? BackupOption.Full : BackupOption.Incremental, new(backup.Epoch, backup.Lsn),
        backup.IsFull ? BackupInfo.BackupVersion.InvalidBackupVersion : new(backup.StartEpoch, backup.StartLsn),
        backup.Id, backup.ParentId);
}
