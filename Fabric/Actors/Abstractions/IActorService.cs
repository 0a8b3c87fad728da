#nullable disable

using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Query;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Services.Remoting;

namespace Microsoft.ServiceFabric.Actors;

/// <summary>Provides the queries and the deletion that every actor service serves, for one partition.</summary>
/// <remarks>
/// A proxy of it is created by <c>ActorServiceProxy.Create</c>. Only the primary serves these calls; a proxy finds it
/// and calls again after a failover.
/// </remarks>
public interface IActorService : IService
{
    /// <summary>Deletes an actor: its object, its states, its reminders and its subscriptions.</summary>
    /// <param name="actorId">The actor. One that does not exist is no error.</param>
    /// <param name="cancellationToken">Ends the caller's wait for the answer. A deletion that has reached the service
    /// goes on.</param>
    /// <returns>A task that ends when the removal is stored and <c>OnDeactivateAsync</c> has ended.</returns>
    /// <remarks>
    /// <para>The deletion waits for its turn as a call of the actor does, at most for the lock timeout. It removes
    /// states, reminders and the record that the actor exists in one transaction, and then calls
    /// <c>OnDeactivateAsync</c> of an active actor. Calls that wait for the actor at that moment are repeated by their
    /// proxies and get a new, empty actor of the same id.</para>
    /// <para>An actor may delete itself: the call returns at once, and the actor is deleted when its turn has
    /// succeeded. In Service Fabric it waits for the lock timeout.</para>
    /// </remarks>
    /// <exception cref="ActorConcurrencyLockTimeoutException">The actor was not free within the lock timeout. Outside
    /// of actors the proxy tries again by itself as often as its retry settings allow; within a turn this is thrown at
    /// once. A proxy throws it within an AggregateException.</exception>
    Task DeleteActorAsync(ActorId actorId, CancellationToken cancellationToken);

    /// <summary>Gets a page of the actors of the partition, at most 10,000.</summary>
    /// <param name="continuationToken">The token of the page before; null for the first page.</param>
    /// <param name="cancellationToken">Ends the query and the wait for its answer.</param>
    /// <returns>The actors in the order of their kinds and values, each of them on one page only.</returns>
    /// <remarks>
    /// An actor is listed when it is stored that it exists: from its first successful turn, or its first reminder,
    /// until its deletion. Deletions between two pages do not disturb the other actors of the pages.
    /// </remarks>
    /// <exception cref="System.ArgumentException">The token is not one of this query. A proxy throws it within an
    /// AggregateException.</exception>
    Task<PagedResult<ActorInformation>> GetActorsAsync(
        ContinuationToken continuationToken, CancellationToken cancellationToken);

    /// <summary>Gets a page of the reminders of an actor, or of all actors of the partition.</summary>
    /// <param name="actorId">The actor; null for all.</param>
    /// <param name="continuationToken">The token of the page before; null for the first page.</param>
    /// <param name="cancellationToken">Ends the query and the wait for its answer.</param>
    /// <returns>Actors with their reminders; the reminders of one actor may be spread over two pages. A page holds
    /// 10,000 reminders unless <c>ReminderPagedResult.SetDefaultPageSize</c> was called in the process of the
    /// service.</returns>
    /// <exception cref="System.ArgumentException">The token is not one of this query. A proxy throws it within an
    /// AggregateException.</exception>
    Task<ReminderPagedResult<KeyValuePair<ActorId, List<ActorReminderState>>>> GetRemindersAsync(
        ActorId actorId, ContinuationToken continuationToken, CancellationToken cancellationToken);
}
