#nullable disable

using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Query;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.Actors.State;

/// <summary>A state provider over a reliable state manager: what those with a name of their own do.</summary>
/// <param name="createManager">Makes the replica's state manager.</param>
/// <param name="createStore">Makes the store of the rows; the manager replicates, whether it holds them or not.</param>
/// <param name="time">Tells when reminders are due.</param>
internal sealed class RowStateProvider(
    Func<StatefulServiceInitializationParameters, ActorTypeInformation, IReliableStateManagerReplica2> createManager,
    Func<IReliableStateManager, RowStore> createStore,
    TimeProvider time) : IRowStateProvider
{
    private ActorTypeInformation _type;
    private IReliableStateManagerReplica2 _manager;
    private ActorRows _rows;
    private Func<CancellationToken, Task<bool>> _onDataLoss;
    private Func<CancellationToken, Task> _onRestoreCompleted;

    public Func<CancellationToken, Task<bool>> OnDataLossAsync
    {
        set
        {
            _onDataLoss = value;
            if (_manager is not null)
                _manager.OnDataLossAsync = value;
        }
    }

    public Func<CancellationToken, Task> OnRestoreCompletedAsync
    {
        set
        {
            _onRestoreCompleted = value;
            if (_manager is not null)
                _manager.OnRestoreCompletedAsync = value;
        }
    }

    public ActorRows Rows => _rows ?? throw new InvalidOperationException("The replica is not initialized yet.");

    public RoleTerm Term => _rows?.Store.Term;

    private IReliableStateManagerReplica2 Manager =>
        _manager ?? throw new InvalidOperationException("The replica is not initialized yet.");

    public void Initialize(ActorTypeInformation actorTypeInformation) => _type = actorTypeInformation;

    public void Initialize(StatefulServiceInitializationParameters initializationParameters)
    {
        _manager = createManager(initializationParameters, _type);
        // Before the replica opens: its log may hold rows.
        _manager.TryAddStateSerializer(new RowKey.Serializer());
        _manager.OnDataLossAsync = _onDataLoss;
        _manager.OnRestoreCompletedAsync = _onRestoreCompleted;
        _rows = new(createStore(_manager), time);
        _manager.Initialize(initializationParameters);
    }

    public Task<IReplicator> OpenAsync(
        ReplicaOpenMode openMode, IStatefulServicePartition partition, CancellationToken cancellationToken) =>
        Manager.OpenAsync(openMode, partition, cancellationToken);

    public Task ChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken)
    {
        Rows.Store.ChangeRole();
        return Manager.ChangeRoleAsync(newRole, cancellationToken);
    }

    public Task CloseAsync(CancellationToken cancellationToken) => Manager.CloseAsync(cancellationToken);

    public void Abort() => _manager?.Abort();

    public Task BackupAsync(Func<BackupInfo, CancellationToken, Task<bool>> backupCallback) =>
        Manager.BackupAsync(backupCallback);

    public Task BackupAsync(
        BackupOption option,
        TimeSpan timeout,
        CancellationToken cancellationToken,
        Func<BackupInfo, CancellationToken, Task<bool>> backupCallback) =>
        Manager.BackupAsync(option, timeout, cancellationToken, backupCallback);

    public Task RestoreAsync(string backupFolderPath) =>
        RestoreAsync(backupFolderPath, RestorePolicy.Safe, CancellationToken.None);

    public async Task RestoreAsync(
        string backupFolderPath, RestorePolicy restorePolicy, CancellationToken cancellationToken)
    {
        await Manager.RestoreAsync(backupFolderPath, restorePolicy, cancellationToken).ConfigureAwait(false);
        Rows.Store.Reset();
    }

    public Task ActorActivatedAsync(ActorId actorId, CancellationToken cancellationToken = default) =>
        Rows.AddActorAsync(actorId, Rows.Store.Term, cancellationToken);

    public async Task<T> LoadStateAsync<T>(
        ActorId actorId, string stateName, CancellationToken cancellationToken = default)
    {
        var stored = await ReadAsync(actorId, stateName, cancellationToken).ConfigureAwait(false)
            ?? throw new KeyNotFoundException($"The actor '{actorId}' has no state '{stateName}'.");
        return StateCodec<T>.Instance.Read(stored);
    }

    public async Task<bool> ContainsStateAsync(
        ActorId actorId, string stateName, CancellationToken cancellationToken = default) =>
        await ReadAsync(actorId, stateName, cancellationToken).ConfigureAwait(false) is not null;

    public async Task SaveStateAsync(
        ActorId actorId,
        IReadOnlyCollection<ActorStateChange> stateChanges,
        CancellationToken cancellationToken = default)
    {
        var term = Rows.Store.Term;
        var actor = RowKey.Of(actorId);
        var writes = new List<RowWrite>();
        foreach (var change in stateChanges.Where(c => c.ChangeKind != StateChangeKind.None))
        {
            var value = change.ChangeKind == StateChangeKind.Remove
                ? null
                : StateCodecs.Write(change.Type, change.Value);
            writes.Add(new(RowTable.States, actor.With(change.StateName), value));
        }

        if (writes.Count == 0)
            return;
        if (!await Rows.IsPresentAsync(actor, cancellationToken).ConfigureAwait(false))
            writes.Add(ActorRows.Presence(actor));
        await Rows.Store.WriteAsync(writes, term, cancellationToken).ConfigureAwait(false);
    }

    public Task RemoveActorAsync(ActorId actorId, CancellationToken cancellationToken = default) =>
        Rows.RemoveActorAsync(actorId, Rows.Store.Term, cancellationToken);

    public Task<IEnumerable<string>> EnumerateStateNamesAsync(
        ActorId actorId, CancellationToken cancellationToken = default) =>
        Rows.GetStateNamesAsync(RowKey.Of(actorId), cancellationToken);

    public Task<PagedResult<ActorId>> GetActorsAsync(
        int numItemsToReturn, ContinuationToken continuationToken, CancellationToken cancellationToken) =>
        Rows.GetActorsAsync(numItemsToReturn, continuationToken, cancellationToken);

    public Task<ReminderPagedResult<KeyValuePair<ActorId, List<ActorReminderState>>>> GetRemindersAsync(
        int numItemsToReturn,
        ActorId actorId,
        ContinuationToken continuationToken,
        CancellationToken cancellationToken) =>
        Rows.GetRemindersAsync(numItemsToReturn, actorId, continuationToken, cancellationToken);

    public Task SaveReminderAsync(
        ActorId actorId, IActorReminder reminder, CancellationToken cancellationToken = default) =>
        Rows.SaveReminderAsync(actorId, reminder, Rows.Store.Term, cancellationToken);

    public Task ReminderCallbackCompletedAsync(
        ActorId actorId, IActorReminder reminder, CancellationToken cancellationToken = default) =>
        Rows.CompleteReminderAsync(actorId, reminder, Rows.Store.Term, cancellationToken);

    public Task DeleteReminderAsync(
        ActorId actorId, string reminderName, CancellationToken cancellationToken = default) =>
        Rows.DeleteRemindersAsync([new(actorId, [reminderName])], Rows.Store.Term, cancellationToken);

    public Task DeleteRemindersAsync(
        IReadOnlyDictionary<ActorId, IReadOnlyCollection<string>> reminderNames,
        CancellationToken cancellationToken = default) =>
        Rows.DeleteRemindersAsync(reminderNames, Rows.Store.Term, cancellationToken);

    public Task<IActorReminderCollection> LoadRemindersAsync(CancellationToken cancellationToken = default) =>
        Rows.LoadRemindersAsync(cancellationToken);

    private ValueTask<byte[]> ReadAsync(ActorId actorId, string stateName, CancellationToken token) =>
        Rows.Store.ReadAsync(RowTable.States, RowKey.Of(actorId).With(stateName), token);
}
