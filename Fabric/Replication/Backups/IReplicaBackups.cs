using System;
using System.Fabric;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Replication.Backups;

/// <summary>A replica that can be copied to a folder and filled from one. One call at a time.</summary>
public interface IReplicaBackups
{
    /// <summary>Writes a backup of what is applied now; reads and writes go on.</summary>
    /// <param name="after">The backup to continue; null for a full one.</param>
    /// <param name="cancellationToken">Gives up; what was written is removed.</param>
    /// <returns>The backup and its folder, which is the caller's to remove.</returns>
    /// <exception cref="FabricNotPrimaryException">Only a primary is backed up.</exception>
    /// <exception cref="FabricMissingFullBackupException">
    /// The log after the last backup is gone, or another primary wrote in between: take a full one.
    /// </exception>
    Task<(ReplicaBackup Backup, string Folder)> BackupAsync(ReplicaBackup? after, CancellationToken cancellationToken);

    /// <summary>
    /// Replaces the whole replica by the one full backup in a folder and those that continue it. Only a primary that no
    /// configuration was given to, as in a data loss: every secondary is then built anew.
    /// </summary>
    /// <param name="folder">Its subfolders hold the backups.</param>
    /// <param name="force">Also a backup that is older than what the replica has.</param>
    /// <param name="cancellationToken">Heard until the first change.</param>
    /// <exception cref="InvalidOperationException">The replica serves, or is no primary.</exception>
    /// <exception cref="FabricMissingFullBackupException">There is no full backup, or more than one.</exception>
    /// <exception cref="ArgumentException">The backups are no chain, or hold less than the replica does.</exception>
    /// <exception cref="InvalidDataException">A file is corrupt; nothing was changed.</exception>
    Task RestoreAsync(string folder, bool force, CancellationToken cancellationToken);
}
