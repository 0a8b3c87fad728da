#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data;

public struct BackupDescription
{
    public BackupDescription(Func<BackupInfo, CancellationToken, Task<bool>> backupCallback)
        : this(BackupOption.Full, backupCallback)
    {
    }

    public BackupDescription(BackupOption option, Func<BackupInfo, CancellationToken, Task<bool>> backupCallback)
    {
        Option = option;
        BackupCallback = backupCallback;
    }

    public BackupOption Option { get; }

    public Func<BackupInfo, CancellationToken, Task<bool>> BackupCallback { get; }
}

public enum BackupOption
{
    Full = 0,
    Incremental = 1,
}

public class BackupInfo
{
    public BackupInfo(string directory, BackupOption option, BackupVersion version)
    {
        Directory = directory;
        Option = option;
        Version = version;
    }

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

    public string Directory { get; }

    public BackupOption Option { get; }

    public BackupVersion Version { get; }

    public BackupVersion StartBackupVersion { get; }

    public Guid BackupId { get; }

    public Guid ParentBackupId { get; }

    public override string ToString() =>
        $"BackupId: {BackupId} ParentBackupId: {ParentBackupId} Option: {Option} Directory: {Directory} " +
        $"Version: {Version.Epoch.DataLossNumber}.{Version.Epoch.ConfigurationNumber}:{Version.Lsn}";

    public struct BackupVersion : IComparable<BackupVersion>, IEquatable<BackupVersion>
    {
        public static readonly BackupVersion InvalidBackupVersion = new(new Epoch(-1, -1), -1);

        public BackupVersion(Epoch epoch, long lsn)
        {
            Epoch = epoch;
            Lsn = lsn;
        }

        public Epoch Epoch { get; }

        public long Lsn { get; }

        public readonly int CompareTo(BackupVersion other)
        {
            var byEpoch = Epoch.CompareTo(other.Epoch);
            return byEpoch != 0 ? byEpoch : Lsn.CompareTo(other.Lsn);
        }

        public readonly bool Equals(BackupVersion other) => Epoch == other.Epoch && Lsn == other.Lsn;

        public override readonly bool Equals(object obj) => obj is BackupVersion other && Equals(other);

        public override readonly int GetHashCode() => HashCode.Combine(Epoch, Lsn);
    }
}

public struct RestoreContext
{
    private readonly IStateProviderReplica _stateProviderReplica;

    public RestoreContext(IStateProviderReplica stateProviderReplica) => _stateProviderReplica = stateProviderReplica;

    public readonly Task RestoreAsync(RestoreDescription restoreDescription) =>
        RestoreAsync(restoreDescription, CancellationToken.None);

    public readonly Task RestoreAsync(RestoreDescription restoreDescription, CancellationToken cancellationToken) =>
        _stateProviderReplica.RestoreAsync(
            restoreDescription.BackupFolderPath, restoreDescription.Policy, cancellationToken);
}

public struct RestoreDescription
{
    public RestoreDescription(string backupFolderPath)
        : this(backupFolderPath, RestorePolicy.Safe)
    {
    }

    public RestoreDescription(string backupFolderPath, RestorePolicy restorePolicy)
    {
        BackupFolderPath = backupFolderPath;
        Policy = restorePolicy;
    }

    public string BackupFolderPath { get; }

    public RestorePolicy Policy { get; }
}

public enum RestorePolicy
{
    Safe = 0,
    Force = 1,
}
