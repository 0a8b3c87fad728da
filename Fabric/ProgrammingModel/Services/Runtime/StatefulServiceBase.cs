#nullable disable

using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Services.Communication.Runtime;

namespace Microsoft.ServiceFabric.Services.Runtime;

public abstract class StatefulServiceBase
{
    private volatile IReadOnlyDictionary<string, string> _addresses = new Dictionary<string, string>();

    protected StatefulServiceBase(StatefulServiceContext serviceContext, IStateProviderReplica stateProviderReplica)
    {
        ArgumentNullException.ThrowIfNull(serviceContext);
        ArgumentNullException.ThrowIfNull(stateProviderReplica);
        Context = serviceContext;
        StateProviderReplica = stateProviderReplica;
    }

    public StatefulServiceContext Context { get; }

    internal IStateProviderReplica StateProviderReplica { get; }

    protected StatefulServiceContext ServiceContext => Context;

    protected IStatefulServicePartition Partition { get; private set; }

    public Task BackupAsync(BackupDescription backupDescription) =>
        StateProviderReplica.BackupAsync(
            backupDescription.Option, TimeSpan.FromHours(1), CancellationToken.None, backupDescription.BackupCallback);

    public Task BackupAsync(
        BackupDescription backupDescription, TimeSpan timeout, CancellationToken cancellationToken) =>
        StateProviderReplica.BackupAsync(
            backupDescription.Option, timeout, cancellationToken, backupDescription.BackupCallback);

    internal void SetPartition(IStatefulServicePartition partition) => Partition = partition;

    internal void SetAddresses(IReadOnlyDictionary<string, string> addresses) => _addresses = addresses;

    internal IEnumerable<ServiceReplicaListener> InvokeCreateServiceReplicaListeners() =>
        CreateServiceReplicaListeners() ?? [];

    internal Task InvokeOnOpenAsync(ReplicaOpenMode openMode, CancellationToken cancellationToken) =>
        OnOpenAsync(openMode, cancellationToken);

    internal Task InvokeRunAsync(CancellationToken cancellationToken) => RunAsync(cancellationToken);

    internal Task InvokeOnChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken) =>
        OnChangeRoleAsync(newRole, cancellationToken);

    internal Task InvokeOnCloseAsync(CancellationToken cancellationToken) => OnCloseAsync(cancellationToken);

    internal void InvokeOnAbort() => OnAbort();

    internal Task<bool> InvokeOnDataLossAsync(RestoreContext restoreCtx, CancellationToken cancellationToken) =>
        OnDataLossAsync(restoreCtx, cancellationToken);

    internal Task InvokeOnRestoreCompletedAsync(CancellationToken cancellationToken) =>
        OnRestoreCompletedAsync(cancellationToken);

    /// <summary>Gets the addresses of the listeners that are open now, by listener name.</summary>
    protected IReadOnlyDictionary<string, string> GetAddresses() => _addresses;

    /// <summary>Called once in a replica's life; each listener is created anew for each role that opens it.</summary>
    protected virtual IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners() => [];

    protected virtual Task OnOpenAsync(ReplicaOpenMode openMode, CancellationToken cancellationToken) =>
        Task.CompletedTask;

    /// <summary>
    /// Runs on a thread of the pool once the primary may write. Must end soon after the token is cancelled.
    /// </summary>
    protected virtual Task RunAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    protected virtual Task OnChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken) =>
        Task.CompletedTask;

    protected virtual Task OnCloseAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    protected virtual void OnAbort()
    {
    }

    protected virtual Task<bool> OnDataLossAsync(RestoreContext restoreCtx, CancellationToken cancellationToken) =>
        Task.FromResult(false);

    protected virtual Task OnRestoreCompletedAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
