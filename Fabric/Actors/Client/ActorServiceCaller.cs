using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Query;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.Client;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Turns;

namespace SfPerf.Fabric.Actors.Client;

/// <summary>
/// A proxy of an actor service that knows when an actor asks for its own deletion: sent to the service, that would wait
/// for the turn which waits for it.
/// </summary>
internal sealed class ActorServiceCaller(IActorService remote, Uri service) : IActorService, IServiceProxy
{
    public Type ServiceInterfaceType => typeof(IActorService);

    public Task<PagedResult<ActorInformation>> GetActorsAsync(
        ContinuationToken continuationToken, CancellationToken cancellationToken) =>
        remote.GetActorsAsync(continuationToken, cancellationToken);

    public Task<ReminderPagedResult<KeyValuePair<ActorId, List<ActorReminderState>>>> GetRemindersAsync(
        ActorId actorId, ContinuationToken continuationToken, CancellationToken cancellationToken) =>
        remote.GetRemindersAsync(actorId, continuationToken, cancellationToken);

    public Task DeleteActorAsync(ActorId actorId, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(actorId);
        return TurnContext.Current is { Entry: { } self } && self.Key == ActorKey.Of(actorId)
            && self.Manager.Service.Context.ServiceName == service
            ? self.Manager.DeleteAsync(actorId)
            : remote.DeleteActorAsync(actorId, cancellationToken);
    }
}
