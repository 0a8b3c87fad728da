#nullable disable

namespace Microsoft.ServiceFabric.Data;

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
