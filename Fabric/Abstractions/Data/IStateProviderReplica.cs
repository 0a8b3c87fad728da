#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data;

/// <summary>
/// The state of one replica, as the runtime uses it. The runtime calls its members one at a time; a service calls those
/// for backups and restores only.
/// </summary>
/// <remarks>
/// The runtime calls <see cref="Initialize"/>, <see cref="OpenAsync"/>, <see cref="ChangeRoleAsync"/> at each change of
/// role, and in the end <see cref="CloseAsync"/> or <see cref="Abort"/>.
/// </remarks>
public interface IStateProviderReplica
{
    /// <summary>
    /// Sets the function that is called on a new primary, before anybody reads or writes, when acknowledged writes may
    /// have been lost.
    /// </summary>
    /// <value>
    /// Gives true if it has restored the state, which is only reported, since a restore takes effect by itself. Null
    /// stands for a function that gives false.
    /// </value>
    /// <remarks>
    /// <see cref="RestoreAsync(string, RestorePolicy, CancellationToken)"/> may be called inside this function and
    /// nowhere else.
    /// </remarks>
    Func<CancellationToken, Task<bool>> OnDataLossAsync { set; }

    /// <summary>
    /// Writes a backup of what is applied here and gives it to a callback. Reads and writes go on meanwhile.
    /// </summary>
    /// <remarks>
    /// The replica must be a primary that may write. One backup at a time is taken of a replica, from the call until
    /// its callback has ended. The files are on the disk when the callback is called. A full backup is a checkpoint and
    /// the log after it; an incremental one is the log since the last backup that counts. The format is that of this
    /// product, not Service Fabric's.
    /// </remarks>
    /// <param name="option">Whether everything is written, or what came since the last backup.</param>
    /// <param name="timeout">How long the writing may take; the callback is not limited.
    /// <see cref="Timeout.InfiniteTimeSpan"/> for no limit.</param>
    /// <param name="cancellationToken">Ends the writing, and is passed to the callback.</param>
    /// <param name="backupCallback">Gets the folder and what it holds, and copies the folder elsewhere; true if the
    /// backup counts. The folder is removed after the call, whatever it gives.</param>
    /// <returns>A task that ends when the callback has ended.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="backupCallback"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="timeout"/> is negative.</exception>
    /// <exception cref="FabricBackupInProgressException">Another backup of this replica has not ended. Retry
    /// later.</exception>
    /// <exception cref="FabricMissingFullBackupException">An incremental backup has nothing to continue: this replica
    /// has given no backup that counts, the epoch has changed since, or the log after it is gone. Take a full
    /// backup.</exception>
    /// <exception cref="FabricNotPrimaryException">The replica is not the primary.</exception>
    /// <exception cref="FabricTransientException">The partition has no write quorum or is being reconfigured.
    /// Retry.</exception>
    /// <exception cref="TimeoutException">The backup was not written in time. What was written is removed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was canceled. What was written
    /// is removed.</exception>
    /// <exception cref="InvalidOperationException">The callback gave false: the backup does not count.</exception>
    Task BackupAsync(
        BackupOption option,
        TimeSpan timeout,
        CancellationToken cancellationToken,
        Func<BackupInfo, CancellationToken, Task<bool>> backupCallback);

    /// <summary>Writes a full backup within one hour and gives it to a callback.</summary>
    /// <inheritdoc
    /// cref="BackupAsync(BackupOption,TimeSpan,CancellationToken,Func{BackupInfo,CancellationToken,Task{bool}})"/>
    Task BackupAsync(Func<BackupInfo, CancellationToken, Task<bool>> backupCallback);

    /// <summary>Takes note of a new role of the replica. The runtime calls it.</summary>
    /// <param name="newRole">The new role.</param>
    /// <param name="cancellationToken">Ends the call.</param>
    /// <returns>A task that ends when the state is ready for the role.</returns>
    Task ChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken);

    /// <summary>
    /// Closes the state. Calls that wait for a lock end with a <see cref="FabricObjectClosedException"/>. The runtime
    /// calls it.
    /// </summary>
    /// <param name="cancellationToken">Ends the call.</param>
    /// <returns>A task that ends when the state is closed.</returns>
    Task CloseAsync(CancellationToken cancellationToken);

    /// <summary>Replaces the whole state by a backup that is newer than what the replica has.</summary>
    /// <inheritdoc cref="RestoreAsync(string, RestorePolicy, CancellationToken)"/>
    Task RestoreAsync(string backupFolderPath);

    /// <summary>
    /// Replaces the whole state by a full backup and those that continue it. Call it inside the function of
    /// <see cref="OnDataLossAsync"/> only.
    /// </summary>
    /// <remarks>
    /// When the task ends, the restored state is on the disk of this replica, or in memory in a volatile service. Every
    /// secondary is then copied anew. All files are checked before anything is changed. If several backups continue the
    /// same one, the one that others continue belongs to the chain, or the newest if none does.
    /// </remarks>
    /// <param name="backupFolderPath">A folder that holds, itself or in its subfolders, exactly one full backup and the
    /// incremental ones that continue it.</param>
    /// <param name="restorePolicy">Whether a backup may be restored that is not newer than what the replica
    /// has.</param>
    /// <param name="cancellationToken">Observed until the first change.</param>
    /// <returns>A task that ends when the state is the restored one.</returns>
    /// <exception cref="InvalidOperationException">The replica is not in the function of <see cref="OnDataLossAsync"/>,
    /// or another restore has not ended.</exception>
    /// <exception cref="FabricMissingFullBackupException">The folder holds no full backup, or more than one. Nothing
    /// was changed.</exception>
    /// <exception cref="ArgumentException">There is no such folder, the backups are not one chain, or the last of them
    /// is not newer than what the replica has and <paramref name="restorePolicy"/> is <see cref="RestorePolicy.Safe"/>.
    /// Nothing was changed.</exception>
    /// <exception cref="System.IO.InvalidDataException">A file of the backup is corrupt or missing. Nothing was
    /// changed.</exception>
    Task RestoreAsync(string backupFolderPath, RestorePolicy restorePolicy, CancellationToken cancellationToken);

    /// <summary>
    /// Opens the state: adds the serializers and makes the replicator. The state itself is recovered when the runtime
    /// opens the replicator.
    /// </summary>
    /// <param name="openMode">Whether the replica is new or was there before.</param>
    /// <param name="partition">The partition, as the runtime made it.</param>
    /// <param name="cancellationToken">Ends the call.</param>
    /// <returns>The replicator of the replica.</returns>
    /// <exception cref="ArgumentException">The partition is not one that the runtime made.</exception>
    Task<IReplicator> OpenAsync(
        ReplicaOpenMode openMode, IStatefulServicePartition partition, CancellationToken cancellationToken);

    /// <summary>Closes the state without waiting. The runtime calls it when a replica must end at once.</summary>
    void Abort();

    /// <summary>Tells what the replica belongs to. The runtime calls it first.</summary>
    /// <param name="initializationParameters">The service, its partition and the replica.</param>
    void Initialize(StatefulServiceInitializationParameters initializationParameters);
}

/// <summary>The state of one replica, which can be told of a restore.</summary>
public interface IStateProviderReplica2 : IStateProviderReplica
{
    /// <summary>
    /// Sets the function to call after a restore that the service did not ask for. Nothing restores a replica that way
    /// here, so it is never called.
    /// </summary>
    /// <value>Null, the default, for none.</value>
    Func<CancellationToken, Task> OnRestoreCompletedAsync { set; }
}
