#nullable disable

using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Query;
using Microsoft.ServiceFabric.Data;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Stores the states and reminders of the actors of one replica.</summary>
public interface IActorStateProvider : IStateProviderReplica2
{
    void Initialize(ActorTypeInformation actorTypeInformation);

    /// <summary>Records that an actor exists.</summary>
    Task ActorActivatedAsync(ActorId actorId, CancellationToken cancellationToken = default);

    /// <summary>Records that a reminder has fired.</summary>
    Task ReminderCallbackCompletedAsync(
        ActorId actorId, IActorReminder reminder, CancellationToken cancellationToken = default);

    /// <exception cref="KeyNotFoundException">There is no such state.</exception>
    Task<T> LoadStateAsync<T>(ActorId actorId, string stateName, CancellationToken cancellationToken = default);

    /// <summary>Stores the changes, all or none.</summary>
    Task SaveStateAsync(
        ActorId actorId,
        IReadOnlyCollection<ActorStateChange> stateChanges,
        CancellationToken cancellationToken = default);

    Task<bool> ContainsStateAsync(ActorId actorId, string stateName, CancellationToken cancellationToken = default);

    /// <summary>Deletes an actor's states and reminders and that it existed, all or none.</summary>
    Task RemoveActorAsync(ActorId actorId, CancellationToken cancellationToken = default);

    Task<IEnumerable<string>> EnumerateStateNamesAsync(
        ActorId actorId, CancellationToken cancellationToken = default);

    Task<PagedResult<ActorId>> GetActorsAsync(
        int numItemsToReturn, ContinuationToken continuationToken, CancellationToken cancellationToken);

    Task<ReminderPagedResult<KeyValuePair<ActorId, List<ActorReminderState>>>> GetRemindersAsync(
        int numItemsToReturn,
        ActorId actorId,
        ContinuationToken continuationToken,
        CancellationToken cancellationToken);

    Task SaveReminderAsync(ActorId actorId, IActorReminder reminder, CancellationToken cancellationToken = default);

    Task DeleteReminderAsync(ActorId actorId, string reminderName, CancellationToken cancellationToken = default);

    Task DeleteRemindersAsync(
        IReadOnlyDictionary<ActorId, IReadOnlyCollection<string>> reminderNames,
        CancellationToken cancellationToken = default);

    Task<IActorReminderCollection> LoadRemindersAsync(CancellationToken cancellationToken = default);
}
