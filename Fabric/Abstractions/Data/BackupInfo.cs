#nullable disable

using System;

namespace Microsoft.ServiceFabric.Data;

public partial class BackupInfo
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
}
