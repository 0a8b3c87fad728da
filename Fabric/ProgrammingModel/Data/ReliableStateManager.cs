#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Notifications;
using SfPerf.Fabric.ProgrammingModel;

namespace Microsoft.ServiceFabric.Data;

/// <summary>The state manager of one replica. The runtime that the process runs on does the work.</summary>
public partial class ReliableStateManager : IReliableStateManagerReplica2
{
    private readonly IReliableStateManagerReplica2 _inner;

    public ReliableStateManager(
        StatefulServiceContext serviceContext, ReliableStateManagerConfiguration configuration = null)
    {
        ArgumentNullException.ThrowIfNull(serviceContext);
        configuration ??= new ReliableStateManagerConfiguration("Config");
        var settings = configuration.ReplicatorSettings ?? ReliableStateManagerReplicatorSettings.LoadFrom(
            serviceContext.CodePackageActivationContext, configuration.ConfigPackageName,
            configuration.ReplicatorSettingsSectionName);
        settings?.Validate();
        _inner = RuntimeHost.Current.CreateStateManager(serviceContext,
            new ReliableStateManagerConfiguration(settings, configuration.OnInitializeStateSerializersEvent));
    }

    public event EventHandler<NotifyTransactionChangedEventArgs> TransactionChanged
    {
        add => _inner.TransactionChanged += value;
        remove => _inner.TransactionChanged -= value;
    }

    public event EventHandler<NotifyStateManagerChangedEventArgs> StateManagerChanged
    {
        add => _inner.StateManagerChanged += value;
        remove => _inner.StateManagerChanged -= value;
    }

    public Func<CancellationToken, Task<bool>> OnDataLossAsync
    {
        set => _inner.OnDataLossAsync = value;
    }

    public Func<CancellationToken, Task> OnRestoreCompletedAsync
    {
        set => _inner.OnRestoreCompletedAsync = value;
    }

    public IAsyncEnumerator<IReliableState> GetAsyncEnumerator() => _inner.GetAsyncEnumerator();

    public Task BackupAsync(Func<BackupInfo, CancellationToken, Task<bool>> backupCallback) =>
        _inner.BackupAsync(backupCallback);

    public Task BackupAsync(
        BackupOption option,
        TimeSpan timeout,
        CancellationToken cancellationToken,
        Func<BackupInfo, CancellationToken, Task<bool>> backupCallback) =>
        _inner.BackupAsync(option, timeout, cancellationToken, backupCallback);

    public Task RestoreAsync(string backupFolderPath) => _inner.RestoreAsync(backupFolderPath);

    public Task RestoreAsync(
        string backupFolderPath, RestorePolicy restorePolicy, CancellationToken cancellationToken) =>
        _inner.RestoreAsync(backupFolderPath, restorePolicy, cancellationToken);
}
