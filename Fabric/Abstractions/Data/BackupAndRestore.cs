#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data;

/// <summary>Specifies which backup is asked for, and who takes it.</summary>
public struct BackupDescription
{
    /// <summary>Initializes a new instance of the <see cref="BackupDescription"/> struct for a full backup.</summary>
    /// <param name="backupCallback">Copies the folder of the backup elsewhere; true if the backup counts.</param>
    public BackupDescription(Func<BackupInfo, CancellationToken, Task<bool>> backupCallback)
        : this(BackupOption.Full, backupCallback)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="BackupDescription"/> struct.</summary>
    /// <param name="option">Whether everything is written, or what came since the last backup.</param>
    /// <param name="backupCallback">Copies the folder of the backup elsewhere; true if the backup counts.</param>
    public BackupDescription(BackupOption option, Func<BackupInfo, CancellationToken, Task<bool>> backupCallback)
    {
        Option = option;
        BackupCallback = backupCallback;
    }

    /// <summary>Gets whether everything is written, or what came since the last backup.</summary>
    public BackupOption Option { get; }

    /// <summary>
    /// Gets the function that copies the folder of the backup elsewhere and gives true if the backup counts.
    /// </summary>
    public Func<BackupInfo, CancellationToken, Task<bool>> BackupCallback { get; }
}

/// <summary>Specifies what a backup holds.</summary>
public enum BackupOption
{
    /// <summary>The whole state: a checkpoint and the log after it.</summary>
    Full = 0,
    /// <summary>The log since the last backup that this replica has given in the same epoch.</summary>
    Incremental = 1,
}

/// <summary>Represents what a backup holds and where it is.</summary>
public class BackupInfo
{
    /// <summary>
    /// Initializes a new instance of the <see cref="BackupInfo"/> class without ids and first version.
    /// </summary>
    /// <param name="directory">The folder of the backup.</param>
    /// <param name="option">What the backup holds.</param>
    /// <param name="version">The last record that is in it.</param>
    public BackupInfo(string directory, BackupOption option, BackupVersion version)
    {
        Directory = directory;
        Option = option;
        Version = version;
    }

    /// <summary>Initializes a new instance of the <see cref="BackupInfo"/> class.</summary>
    /// <param name="directory">The folder of the backup.</param>
    /// <param name="option">What the backup holds.</param>
    /// <param name="version">The last record that is in it.</param>
    /// <param name="startBackupVersion">The last record that is in the backup before it.</param>
    /// <param name="backupId">The id of the backup.</param>
    /// <param name="parentBackupId">The id of the backup before it.</param>
    public BackupInfo(
        string directory,
        BackupOption option,
        BackupVersion version,
        BackupVersion startBackupVersion,
        Guid backupId,
        Guid parentBackupId)
        : this(directory, option, version)
    {
        StartBackupVersion = startBackupVersion;
        BackupId = backupId;
        ParentBackupId = parentBackupId;
    }

    /// <summary>Gets the folder of the backup. It is removed when the callback has ended.</summary>
    public string Directory { get; }

    /// <summary>Gets whether the backup holds everything, or what came since the one before it.</summary>
    public BackupOption Option { get; }

    /// <summary>Gets the epoch and the LSN of the last record that the backup holds.</summary>
    public BackupVersion Version { get; }

    /// <summary>
    /// Gets the epoch and the LSN of the last record that an incremental backup leaves to the one before it.
    /// </summary>
    /// <value><see cref="BackupVersion.InvalidBackupVersion"/> for a full backup that the runtime has taken.</value>
    public BackupVersion StartBackupVersion { get; }

    /// <summary>Gets the id of the backup.</summary>
    public Guid BackupId { get; }

    /// <summary>Gets the id of the backup that an incremental one continues.</summary>
    /// <value><see cref="Guid.Empty"/> for a full backup.</value>
    public Guid ParentBackupId { get; }

    /// <summary>Names the backup for a message.</summary>
    /// <returns>The ids, the option, the folder and the last record.</returns>
    public override string ToString() =>
        $"BackupId: {BackupId} ParentBackupId: {ParentBackupId} Option: {Option} Directory: {Directory} " +
        $"Version: {Version.Epoch.DataLossNumber}.{Version.Epoch.ConfigurationNumber}:{Version.Lsn}";

    /// <summary>A place in the history of a partition: an epoch and an LSN, compared in this order.</summary>
    public struct BackupVersion : IComparable<BackupVersion>, IEquatable<BackupVersion>
    {
        /// <summary>Stands for no place: epoch and LSN are -1.</summary>
        public static readonly BackupVersion InvalidBackupVersion = new(new Epoch(-1, -1), -1);

        /// <summary>Initializes a new instance of the <see cref="BackupVersion"/> struct.</summary>
        /// <param name="epoch">The epoch.</param>
        /// <param name="lsn">The LSN.</param>
        public BackupVersion(Epoch epoch, long lsn)
        {
            Epoch = epoch;
            Lsn = lsn;
        }

        /// <summary>Gets the epoch.</summary>
        public Epoch Epoch { get; }

        /// <summary>Gets the LSN.</summary>
        public long Lsn { get; }

        /// <summary>Compares the epochs, then the LSNs.</summary>
        /// <param name="other">The other place.</param>
        /// <returns>Less than zero if this place is the earlier one; zero if both are equal.</returns>
        public readonly int CompareTo(BackupVersion other)
        {
            var byEpoch = Epoch.CompareTo(other.Epoch);
            return byEpoch != 0 ? byEpoch : Lsn.CompareTo(other.Lsn);
        }

        /// <summary>Determines whether epoch and LSN are equal.</summary>
        /// <param name="other">The other place.</param>
        /// <returns>True if both are equal.</returns>
        public readonly bool Equals(BackupVersion other) => Epoch == other.Epoch && Lsn == other.Lsn;

        /// <inheritdoc/>
        public override readonly bool Equals(object obj) => obj is BackupVersion other && Equals(other);

        /// <inheritdoc/>
        public override readonly int GetHashCode() => HashCode.Combine(Epoch, Lsn);
    }
}

/// <summary>Restores a replica during a data loss. It works until the service has answered the data loss.</summary>
public struct RestoreContext
{
    private readonly IStateProviderReplica _stateProviderReplica;

    /// <summary>Initializes a new instance of the <see cref="RestoreContext"/> struct.</summary>
    /// <param name="stateProviderReplica">The state that is restored.</param>
    public RestoreContext(IStateProviderReplica stateProviderReplica) => _stateProviderReplica = stateProviderReplica;

    /// <summary>Replaces the whole state by a backup.</summary>
    /// <inheritdoc cref="RestoreAsync(RestoreDescription, CancellationToken)"/>
    public readonly Task RestoreAsync(RestoreDescription restoreDescription) =>
        RestoreAsync(restoreDescription, CancellationToken.None);

    /// <summary>Replaces the whole state by a full backup and those that continue it.</summary>
    /// <remarks>
    /// The rules and the exceptions are those of
    /// <see cref="IStateProviderReplica.RestoreAsync(string, RestorePolicy, CancellationToken)"/>.
    /// </remarks>
    /// <param name="restoreDescription">The folder of the backups, and whether a backup may be restored that is not
    /// newer than the state.</param>
    /// <param name="cancellationToken">Observed until the first change.</param>
    /// <returns>A task that ends when the state is the restored one. The service then gives true from
    /// <c>OnDataLossAsync</c>.</returns>
    public readonly Task RestoreAsync(RestoreDescription restoreDescription, CancellationToken cancellationToken) =>
        _stateProviderReplica.RestoreAsync(
            restoreDescription.BackupFolderPath, restoreDescription.Policy, cancellationToken);
}

/// <summary>Specifies which backup is restored.</summary>
public struct RestoreDescription
{
    /// <summary>
    /// Initializes a new instance of the <see cref="RestoreDescription"/> struct with <see cref="RestorePolicy.Safe"/>.
    /// </summary>
    /// <param name="backupFolderPath">The folder of the backups.</param>
    public RestoreDescription(string backupFolderPath)
        : this(backupFolderPath, RestorePolicy.Safe)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="RestoreDescription"/> struct.</summary>
    /// <param name="backupFolderPath">The folder of the backups.</param>
    /// <param name="restorePolicy">Whether a backup may be restored that is not newer than the state.</param>
    public RestoreDescription(string backupFolderPath, RestorePolicy restorePolicy)
    {
        BackupFolderPath = backupFolderPath;
        Policy = restorePolicy;
    }

    /// <summary>
    /// Gets the folder that holds, itself or in its subfolders, one full backup and the incremental ones that continue
    /// it.
    /// </summary>
    public string BackupFolderPath { get; }

    /// <summary>Gets whether a backup may be restored that is not newer than the state.</summary>
    public RestorePolicy Policy { get; }
}

/// <summary>Specifies whether a restore may lose what the replica has.</summary>
public enum RestorePolicy
{
    /// <summary>
    /// A backup that does not end after what the replica has, by epoch and LSN, is refused with an
    /// <see cref="ArgumentException"/>.
    /// </summary>
    Safe = 0,
    /// <summary>Any backup is restored, and what the replica has is given up.</summary>
    Force = 1,
}
