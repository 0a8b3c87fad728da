#nullable disable

using System;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace Microsoft.ServiceFabric.Actors;

/// <summary>Tells which actor an object is, or calls as its proxy.</summary>
public static class ActorExtensions
{
    /// <summary>Gets the id of an actor, or of the actor that a proxy calls.</summary>
    /// <typeparam name="TIActor">The type that the caller knows the object as.</typeparam>
    /// <param name="actor">An actor or a proxy of one.</param>
    /// <returns>The id.</returns>
    /// <exception cref="ArgumentNullException">The object is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The object is neither an actor nor a proxy of one.</exception>
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

    /// <summary>
    /// Gets the reference of an actor, or of the actor that a proxy calls. <see cref="ActorReference.Bind"/> makes a
    /// proxy of it.
    /// </summary>
    /// <param name="actor">An actor or a proxy of one.</param>
    /// <returns>A new reference.</returns>
    /// <exception cref="ArgumentNullException">The object is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The object is neither an actor nor a proxy of one.</exception>
    public static ActorReference GetActorReference(this IActor actor) => ActorReference.Get(actor);
}
