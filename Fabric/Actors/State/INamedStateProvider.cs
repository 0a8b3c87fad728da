#nullable disable

using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Query;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.Actors.State;

/// <summary>
/// A state provider with a name of its own, which does what another one does. Service Fabric's providers are classes
/// without a base class; so what they share is here.
/// </summary>
internal interface INamedStateProvider : IRowStateProvider
{
    /// <summary>Gets what does it.</summary>
    RowStateProvider Inner { get; }

    Func<CancellationToken, Task<bool>> IStateProviderReplica.OnDataLossAsync
    {
        set => Inner.OnDataLossAsync = value;
    }

    Func<CancellationToken, Task> IStateProviderReplica2.OnRestoreCompletedAsync
    {
        set => Inner.OnRestoreCompletedAsync = value;
    }

    ActorRows IRowStateProvider.Rows => Inner.Rows;

    RoleTerm IRowStateProvider.Term => Inner.Term;

    Task IActorStateProvider.ActorActivatedAsync(ActorId actorId, CancellationToken cancellationToken) =>
        Inner.ActorActivatedAsync(actorId, cancellationToken);

    Task IActorStateProvider.ReminderCallbackCompletedAsync(
        ActorId actorId, IActorReminder reminder, CancellationToken cancellationToken) =>
        Inner.ReminderCallbackCompletedAsync(actorId, reminder, cancellationToken);

    Task<T> IActorStateProvider.LoadStateAsync<T>(
        ActorId actorId, string stateName, CancellationToken cancellationToken) =>
        Inner.LoadStateAsync<T>(actorId, stateName, cancellationToken);

    Task IActorStateProvider.SaveStateAsync(
        ActorId actorId, IReadOnlyCollection<ActorStateChange> stateChanges, CancellationToken cancellationToken) =>
        Inner.SaveStateAsync(actorId, stateChanges, cancellationToken);

    Task<bool> IActorStateProvider.ContainsStateAsync(
        ActorId actorId, string stateName, CancellationToken cancellationToken) =>
        Inner.ContainsStateAsync(actorId, stateName, cancellationToken);

    Task IActorStateProvider.RemoveActorAsync(ActorId actorId, CancellationToken cancellationToken) =>
        Inner.RemoveActorAsync(actorId, cancellationToken);

    Task<IEnumerable<string>> IActorStateProvider.EnumerateStateNamesAsync(
        ActorId actorId, CancellationToken cancellationToken) =>
        Inner.EnumerateStateNamesAsync(actorId, cancellationToken);

    Task<PagedResult<ActorId>> IActorStateProvider.GetActorsAsync(
        int numItemsToReturn, ContinuationToken continuationToken, CancellationToken cancellationToken) =>
        Inner.GetActorsAsync(numItemsToReturn, continuationToken, cancellationToken);

    Task<ReminderPagedResult<KeyValuePair<ActorId, List<ActorReminderState>>>> IActorStateProvider.GetRemindersAsync(
        int numItemsToReturn,
        ActorId actorId,
        ContinuationToken continuationToken,
        CancellationToken cancellationToken) =>
        Inner.GetRemindersAsync(numItemsToReturn, actorId, continuationToken, cancellationToken);

    Task IActorStateProvider.SaveReminderAsync(
        ActorId actorId, IActorReminder reminder, CancellationToken cancellationToken) =>
        Inner.SaveReminderAsync(actorId, reminder, cancellationToken);

    Task IActorStateProvider.DeleteReminderAsync(
        ActorId actorId, string reminderName, CancellationToken cancellationToken) =>
        Inner.DeleteReminderAsync(actorId, reminderName, cancellationToken);

    Task IActorStateProvider.DeleteRemindersAsync(
        IReadOnlyDictionary<ActorId, IReadOnlyCollection<string>> reminderNames, CancellationToken cancellationToken) =>
        Inner.DeleteRemindersAsync(reminderNames, cancellationToken);

    Task<IActorReminderCollection> IActorStateProvider.LoadRemindersAsync(CancellationToken cancellationToken) =>
        Inner.LoadRemindersAsync(cancellationToken);

    void IActorStateProvider.Initialize(ActorTypeInformation actorTypeInformation) =>
        Inner.Initialize(actorTypeInformation);

    void IStateProviderReplica.Initialize(StatefulServiceInitializationParameters initializationParameters) =>
        Inner.Initialize(initializationParameters);

    Task<IReplicator> IStateProviderReplica.OpenAsync(
        ReplicaOpenMode openMode, IStatefulServicePartition partition, CancellationToken cancellationToken) =>
        Inner.OpenAsync(openMode, partition, cancellationToken);

    Task IStateProviderReplica.ChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken) =>
        Inner.ChangeRoleAsync(newRole, cancellationToken);

    Task IStateProviderReplica.CloseAsync(CancellationToken cancellationToken) => Inner.CloseAsync(cancellationToken);

    void IStateProviderReplica.Abort() => Inner.Abort();

    Task IStateProviderReplica.BackupAsync(Func<BackupInfo, CancellationToken, Task<bool>> backupCallback) =>
        Inner.BackupAsync(backupCallback);

    Task IStateProviderReplica.BackupAsync(
        BackupOption option,
        TimeSpan timeout,
        CancellationToken cancellationToken,
        Func<BackupInfo, CancellationToken, Task<bool>> backupCallback) =>
        Inner.BackupAsync(option, timeout, cancellationToken, backupCallback);

    Task IStateProviderReplica.RestoreAsync(string backupFolderPath) => Inner.RestoreAsync(backupFolderPath);

    Task IStateProviderReplica.RestoreAsync(
        string backupFolderPath, RestorePolicy restorePolicy, CancellationToken cancellationToken) =>
        Inner.RestoreAsync(backupFolderPath, restorePolicy, cancellationToken);
}
