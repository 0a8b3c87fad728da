#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data;

public interface IStateProviderReplica
{
    Func<CancellationToken, Task<bool>> OnDataLossAsync { set; }

    Task BackupAsync(
        BackupOption option,
        TimeSpan timeout,
        CancellationToken cancellationToken,
        Func<BackupInfo, CancellationToken, Task<bool>> backupCallback);

    Task BackupAsync(Func<BackupInfo, CancellationToken, Task<bool>> backupCallback);

    Task ChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken);

    Task CloseAsync(CancellationToken cancellationToken);

    Task RestoreAsync(string backupFolderPath);

    Task RestoreAsync(string backupFolderPath, RestorePolicy restorePolicy, CancellationToken cancellationToken);

    Task<IReplicator> OpenAsync(
        ReplicaOpenMode openMode, IStatefulServicePartition partition, CancellationToken cancellationToken);

    void Abort();

    void Initialize(StatefulServiceInitializationParameters initializationParameters);
}

public interface IStateProviderReplica2 : IStateProviderReplica
{
    Func<CancellationToken, Task> OnRestoreCompletedAsync { set; }
}
