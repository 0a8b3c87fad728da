using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Runtime;

internal sealed class TracedStateProvider(Trace trace) : IStateProviderReplica
{
    internal Func<CancellationToken, Task<bool>>? DataLoss { get; private set; }

    internal string? Backup { get; private set; }

    public Func<CancellationToken, Task<bool>> OnDataLossAsync
    {
        set => DataLoss = value;
    }

    public void Initialize(StatefulServiceInitializationParameters initializationParameters) => trace.Add("state.init");

    public Task<IReplicator> OpenAsync(
        ReplicaOpenMode openMode, IStatefulServicePartition partition, CancellationToken cancellationToken)
    {
        trace.Add($"state.open({openMode})");
        return Task.FromResult<IReplicator>(null!);
    }

    public Task ChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken)
    {
        trace.Add($"state.role({newRole})");
        return Task.CompletedTask;
    }

    public Task CloseAsync(CancellationToken cancellationToken)
    {
        trace.Add("state.close");
        return Task.CompletedTask;
    }

    public void Abort() => trace.Add("state.abort");

    public Task BackupAsync(Func<BackupInfo, CancellationToken, Task<bool>> backupCallback) =>
        BackupAsync(BackupOption.Full, TimeSpan.FromHours(1), CancellationToken.None, backupCallback);

    public Task BackupAsync(
        BackupOption option,
        TimeSpan timeout,
        CancellationToken cancellationToken,
        Func<BackupInfo, CancellationToken, Task<bool>> backupCallback)
    {
        Backup = $"{option} {timeout}";
        return Task.CompletedTask;
    }

    public Task RestoreAsync(string backupFolderPath) =>
        RestoreAsync(backupFolderPath, RestorePolicy.Safe, CancellationToken.None);

    public Task RestoreAsync(
        string backupFolderPath, RestorePolicy restorePolicy, CancellationToken cancellationToken)
    {
        trace.Add($"state.restore({backupFolderPath},{restorePolicy})");
        return Task.CompletedTask;
    }
}
