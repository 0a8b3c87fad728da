#nullable disable

using System;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace Microsoft.ServiceFabric.Actors;

/// <summary>Tells which actor a proxy is for, or an actor is.</summary>
public static class ActorExtensions
{
    /// <exception cref="ArgumentOutOfRangeException">Neither an actor nor a proxy of one.</exception>
    public static ActorId GetActorId<TIActor>(this TIActor actor)
        where TIActor : IActor
    {
        ArgumentNullException.ThrowIfNull(actor);
        return actor switch
        {
            ActorProxy proxy => proxy.ActorId,
            ActorBase self => self.Id,
            _ => throw new ArgumentOutOfRangeException(
                nameof(actor), actor, "It is neither an actor nor a proxy of one."),
        };
    }

    /// <exception cref="ArgumentOutOfRangeException">Neither an actor nor a proxy of one.</exception>
    public static ActorReference GetActorReference(this IActor actor) => ActorReference.Get(actor);
}
