#nullable disable

using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Query;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Services.Remoting;

namespace Microsoft.ServiceFabric.Actors;

/// <summary>What every actor service answers, for one partition.</summary>
public interface IActorService : IService
{
    /// <summary>
    /// Deletes an actor's state and reminders. Waits for the turn that runs; an id that does not exist is no error.
    /// </summary>
    Task DeleteActorAsync(ActorId actorId, CancellationToken cancellationToken);

    /// <summary>Gets a page of the actors that were ever activated and not deleted.</summary>
    /// <param name="continuationToken">The token of the page before; null for the first.</param>
    /// <param name="cancellationToken">Ends the wait for the answer.</param>
    Task<PagedResult<ActorInformation>> GetActorsAsync(
        ContinuationToken continuationToken, CancellationToken cancellationToken);

    /// <summary>Gets a page of the reminders of an actor, or of all actors when the id is null.</summary>
    /// <param name="actorId">The actor; null for all.</param>
    /// <param name="continuationToken">The token of the page before; null for the first.</param>
    /// <param name="cancellationToken">Ends the wait for the answer.</param>
    Task<ReminderPagedResult<KeyValuePair<ActorId, List<ActorReminderState>>>> GetRemindersAsync(
        ActorId actorId, ContinuationToken continuationToken, CancellationToken cancellationToken);
}
