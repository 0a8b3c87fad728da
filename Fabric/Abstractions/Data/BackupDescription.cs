#nullable disable

using System;
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
