#nullable disable

using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Query;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.Actors.State;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Keeps the states of actors in the memory of a quorum of replicas: lost when all of them are.</summary>
/// <remarks>
/// The rows are those of <see cref="ReliableCollectionsActorStateProvider"/>. What keeps them off the disks is the
/// replica's log, which is in memory where the manifest says HasPersistedState="false".
/// </remarks>
public class VolatileActorStateProvider : IActorStateProvider, IRowStateProvider
{
    private readonly RowStateProvider _inner;

    public VolatileActorStateProvider()
        : this(new RowStateProvider(
            static (parameters, type) => ActorStateProviders.CreateManager(parameters, type, null),
            static manager => new ReliableRowStore(manager, TimeProvider.System),
            TimeProvider.System))
    {
    }

    internal VolatileActorStateProvider(RowStateProvider inner) => _inner = inner;

    public Func<CancellationToken, Task<bool>> OnDataLossAsync
    {
        set => _inner.OnDataLossAsync = value;
    }

    public Func<CancellationToken, Task> OnRestoreCompletedAsync
    {
        set => _inner.OnRestoreCompletedAsync = value;
    }

    ActorRows IRowStateProvider.Rows => _inner.Rows;

    Task IActorStateProvider.ActorActivatedAsync(ActorId actorId, CancellationToken cancellationToken) =>
        _inner.ActorActivatedAsync(actorId, cancellationToken);

    Task IActorStateProvider.ReminderCallbackCompletedAsync(
        ActorId actorId, IActorReminder reminder, CancellationToken cancellationToken) =>
        _inner.ReminderCallbackCompletedAsync(actorId, reminder, cancellationToken);

    Task<T> IActorStateProvider.LoadStateAsync<T>(
        ActorId actorId, string stateName, CancellationToken cancellationToken) =>
        _inner.LoadStateAsync<T>(actorId, stateName, cancellationToken);

    Task IActorStateProvider.SaveStateAsync(
        ActorId actorId, IReadOnlyCollection<ActorStateChange> stateChanges, CancellationToken cancellationToken) =>
        _inner.SaveStateAsync(actorId, stateChanges, cancellationToken);

    Task<bool> IActorStateProvider.ContainsStateAsync(
        ActorId actorId, string stateName, CancellationToken cancellationToken) =>
        _inner.ContainsStateAsync(actorId, stateName, cancellationToken);

    Task IActorStateProvider.RemoveActorAsync(ActorId actorId, CancellationToken cancellationToken) =>
        _inner.RemoveActorAsync(actorId, cancellationToken);

    Task<IEnumerable<string>> IActorStateProvider.EnumerateStateNamesAsync(
        ActorId actorId, CancellationToken cancellationToken) =>
        _inner.EnumerateStateNamesAsync(actorId, cancellationToken);

    Task<PagedResult<ActorId>> IActorStateProvider.GetActorsAsync(
        int numItemsToReturn, ContinuationToken continuationToken, CancellationToken cancellationToken) =>
        _inner.GetActorsAsync(numItemsToReturn, continuationToken, cancellationToken);

    Task<ReminderPagedResult<KeyValuePair<ActorId, List<ActorReminderState>>>> IActorStateProvider.GetRemindersAsync(
        int numItemsToReturn,
        ActorId actorId,
        ContinuationToken continuationToken,
        CancellationToken cancellationToken) =>
        _inner.GetRemindersAsync(numItemsToReturn, actorId, continuationToken, cancellationToken);

    Task IActorStateProvider.SaveReminderAsync(
        ActorId actorId, IActorReminder reminder, CancellationToken cancellationToken) =>
        _inner.SaveReminderAsync(actorId, reminder, cancellationToken);

    Task IActorStateProvider.DeleteReminderAsync(
        ActorId actorId, string reminderName, CancellationToken cancellationToken) =>
        _inner.DeleteReminderAsync(actorId, reminderName, cancellationToken);

    Task IActorStateProvider.DeleteRemindersAsync(
        IReadOnlyDictionary<ActorId, IReadOnlyCollection<string>> reminderNames, CancellationToken cancellationToken) =>
        _inner.DeleteRemindersAsync(reminderNames, cancellationToken);

    Task<IActorReminderCollection> IActorStateProvider.LoadRemindersAsync(CancellationToken cancellationToken) =>
        _inner.LoadRemindersAsync(cancellationToken);

    void IActorStateProvider.Initialize(ActorTypeInformation actorTypeInformation) =>
        _inner.Initialize(actorTypeInformation);

    void IStateProviderReplica.Initialize(StatefulServiceInitializationParameters initializationParameters) =>
        _inner.Initialize(initializationParameters);

    Task<IReplicator> IStateProviderReplica.OpenAsync(
        ReplicaOpenMode openMode, IStatefulServicePartition partition, CancellationToken cancellationToken) =>
        _inner.OpenAsync(openMode, partition, cancellationToken);

    Task IStateProviderReplica.ChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken) =>
        _inner.ChangeRoleAsync(newRole, cancellationToken);

    Task IStateProviderReplica.CloseAsync(CancellationToken cancellationToken) => _inner.CloseAsync(cancellationToken);

    void IStateProviderReplica.Abort() => _inner.Abort();

    Task IStateProviderReplica.BackupAsync(Func<BackupInfo, CancellationToken, Task<bool>> backupCallback) =>
        _inner.BackupAsync(backupCallback);

    Task IStateProviderReplica.BackupAsync(
        BackupOption option,
        TimeSpan timeout,
        CancellationToken cancellationToken,
        Func<BackupInfo, CancellationToken, Task<bool>> backupCallback) =>
        _inner.BackupAsync(option, timeout, cancellationToken, backupCallback);

    Task IStateProviderReplica.RestoreAsync(string backupFolderPath) => _inner.RestoreAsync(backupFolderPath);

    Task IStateProviderReplica.RestoreAsync(
        string backupFolderPath, RestorePolicy restorePolicy, CancellationToken cancellationToken) =>
        _inner.RestoreAsync(backupFolderPath, restorePolicy, cancellationToken);
}
