#nullable disable

using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Query;
using Microsoft.ServiceFabric.Data;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>
/// Stores the states and reminders of the actors of one replica. A service that brings its own provider implements it.
/// </summary>
/// <remarks>
/// Calls for different actors come from many threads at once. The changes of one turn arrive in one call of
/// <see cref="SaveStateAsync"/>. With a provider of the service's own, that a reminder has fired is stored by a call of
/// its own after that; the providers of the runtime store both in one transaction.
/// </remarks>
public interface IActorStateProvider : IStateProviderReplica2
{
    /// <summary>
    /// Called once, after the actor service was made and before the replica is initialized and opened.
    /// </summary>
    /// <param name="actorTypeInformation">The type of the actors.</param>
    void Initialize(ActorTypeInformation actorTypeInformation);

    /// <summary>Records that an actor exists, so that queries list it.</summary>
    /// <param name="actorId">The actor.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>A task that ends when it is stored.</returns>
    /// <remarks>
    /// Called at the end of the first turn of each activation that succeeds, after the turn's states were saved. An
    /// actor that is recorded already is no error. If it fails, the turn fails, and a later turn calls it again.
    /// </remarks>
    Task ActorActivatedAsync(ActorId actorId, CancellationToken cancellationToken = default);

    /// <summary>
    /// Records that a reminder has fired, so that it is due again after its period, counted from now.
    /// </summary>
    /// <param name="actorId">The actor.</param>
    /// <param name="reminder">The reminder. One that is not stored any more is passed over.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>A task that ends when it is stored.</returns>
    Task ReminderCallbackCompletedAsync(
        ActorId actorId, IActorReminder reminder, CancellationToken cancellationToken = default);

    /// <summary>Loads a state.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="actorId">The actor.</param>
    /// <param name="stateName">The name of the state.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>The value, which belongs to the caller.</returns>
    /// <exception cref="KeyNotFoundException">There is no such state.</exception>
    /// <exception cref="System.Runtime.Serialization.SerializationException">The state was stored as another
    /// type.</exception>
    Task<T> LoadStateAsync<T>(ActorId actorId, string stateName, CancellationToken cancellationToken = default);

    /// <summary>Stores the changes of an actor's states: all of them or, if it throws, none.</summary>
    /// <param name="actorId">The actor.</param>
    /// <param name="stateChanges">The changes, one for each state. Those of kind None are passed over.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>A task that ends when the changes are stored.</returns>
    Task SaveStateAsync(
        ActorId actorId,
        IReadOnlyCollection<ActorStateChange> stateChanges,
        CancellationToken cancellationToken = default);

    /// <summary>Determines whether a state is stored.</summary>
    /// <param name="actorId">The actor.</param>
    /// <param name="stateName">The name of the state.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>True if there is such a state, also if its value is null.</returns>
    Task<bool> ContainsStateAsync(ActorId actorId, string stateName, CancellationToken cancellationToken = default);

    /// <summary>Deletes an actor's states, its reminders and the record that it exists: all or none.</summary>
    /// <param name="actorId">The actor. One of which nothing is stored is no error.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>A task that ends when the removal is stored.</returns>
    Task RemoveActorAsync(ActorId actorId, CancellationToken cancellationToken = default);

    /// <summary>Gets the names of the stored states of an actor.</summary>
    /// <param name="actorId">The actor.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>The names; empty if there are none.</returns>
    Task<IEnumerable<string>> EnumerateStateNamesAsync(
        ActorId actorId, CancellationToken cancellationToken = default);

    /// <summary>Gets a page of the actors that are recorded.</summary>
    /// <param name="numItemsToReturn">The most actors on the page, more than zero.</param>
    /// <param name="continuationToken">The token of the page before; null for the first page.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <returns>The page, whose token is null if it is the last one.</returns>
    /// <exception cref="System.ArgumentException">The token is not one of this query.</exception>
    Task<PagedResult<ActorId>> GetActorsAsync(
        int numItemsToReturn, ContinuationToken continuationToken, CancellationToken cancellationToken);

    /// <summary>Gets a page of the stored reminders of an actor, or of all actors.</summary>
    /// <param name="numItemsToReturn">The most reminders on the page, more than zero.</param>
    /// <param name="actorId">The actor; null for all.</param>
    /// <param name="continuationToken">The token of the page before; null for the first page.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <returns>The page, whose token is null if it is the last one.</returns>
    /// <exception cref="System.ArgumentException">The token is not one of this query.</exception>
    Task<ReminderPagedResult<KeyValuePair<ActorId, List<ActorReminderState>>>> GetRemindersAsync(
        int numItemsToReturn,
        ActorId actorId,
        ContinuationToken continuationToken,
        CancellationToken cancellationToken);

    /// <summary>Stores a reminder in the place of one of the same name. Its due time is counted from now.</summary>
    /// <param name="actorId">The actor.</param>
    /// <param name="reminder">The reminder.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>A task that ends when the reminder is stored.</returns>
    Task SaveReminderAsync(ActorId actorId, IActorReminder reminder, CancellationToken cancellationToken = default);

    /// <summary>Deletes a stored reminder.</summary>
    /// <param name="actorId">The actor.</param>
    /// <param name="reminderName">The name of the reminder. One that is not stored is no error.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>A task that ends when the removal is stored.</returns>
    Task DeleteReminderAsync(ActorId actorId, string reminderName, CancellationToken cancellationToken = default);

    /// <summary>Deletes several stored reminders: all or none. The runtime here does not call it.</summary>
    /// <param name="reminderNames">The names of the reminders, by their actors.</param>
    /// <param name="cancellationToken">Ends the wait for the store.</param>
    /// <returns>A task that ends when the removal is stored.</returns>
    Task DeleteRemindersAsync(
        IReadOnlyDictionary<ActorId, IReadOnlyCollection<string>> reminderNames,
        CancellationToken cancellationToken = default);

    /// <summary>Gets the stored reminders of all actors. Called after each promotion to primary.</summary>
    /// <param name="cancellationToken">Cancelled when the replica is no longer the primary.</param>
    /// <returns>The reminders, with the times that remain until they are due.</returns>
    /// <remarks>
    /// Until it has ended, calls that need the reminders are refused and repeated by their proxies. After a
    /// FabricTransientException, a FabricNotReadableException, a TimeoutException or a TransactionFaultedException it
    /// is called again. A FabricNotPrimaryException or a FabricObjectClosedException ends the loading, and any other
    /// exception ends the service's RunAsync with it.
    /// </remarks>
    Task<IActorReminderCollection> LoadRemindersAsync(CancellationToken cancellationToken = default);
}
