using System;

namespace Microsoft.ServiceFabric.Actors.Runtime;

// Names and shape are looked up by test libraries.
internal interface IActorActivator
{
    ActorBase Activate(ActorService actorService, ActorId actorId);
}

internal sealed class ActorActivator(Func<ActorService, ActorId, ActorBase> create) : IActorActivator
{
    ActorBase IActorActivator.Activate(ActorService actorService, ActorId actorId) =>
        create(actorService, actorId) ?? throw new InvalidOperationException(
            $"The actor factory of {actorService.ActorTypeInformation.ImplementationType} returned null.");
}
