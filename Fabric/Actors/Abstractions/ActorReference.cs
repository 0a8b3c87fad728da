#nullable disable

using System;
using System.Runtime.Serialization;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace Microsoft.ServiceFabric.Actors;

/// <summary>
/// Holds the address of an actor. It is what an actor or a proxy of one becomes when it travels as an argument or is
/// stored as a state.
/// </summary>
/// <remarks>The receiver of such an argument, or the reader of such a state, gets a proxy of the same actor.</remarks>
[DataContract(Name = "ActorReference", Namespace = "urn:actors")]
[Serializable]
public sealed class ActorReference
{
    /// <summary>Gets or sets the name of the service that holds the actor. <see cref="Bind"/> needs it.</summary>
    [DataMember(IsRequired = true, Name = "ServiceUri", Order = 0)]
    public Uri ServiceUri { get; set; }

    /// <summary>Gets or sets the id of the actor. <see cref="Bind"/> needs it.</summary>
    [DataMember(IsRequired = true, Name = "ActorId", Order = 1)]
    public ActorId ActorId { get; set; }

    /// <summary>
    /// Gets or sets the listener through which the actor is called; null for the one that a proxy chooses by itself.
    /// </summary>
    [DataMember(IsRequired = false, Name = "ListenerName", Order = 2)]
    public string ListenerName { get; set; }

    /// <summary>Gets the reference of an actor, or of the actor that a proxy calls.</summary>
    /// <param name="actor">An actor or a proxy of one.</param>
    /// <returns>A new reference. It names the listener of a proxy that was made for one, and none for an
    /// actor.</returns>
    /// <exception cref="ArgumentNullException">The object is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The object is neither an actor nor a proxy of one.</exception>
    public static ActorReference Get(object actor)
    {
        ArgumentNullException.ThrowIfNull(actor);
        return actor switch
        {
            ActorProxy proxy => new()
            {
                ServiceUri = proxy.ServiceUri, ActorId = proxy.ActorId, ListenerName = proxy.ListenerName,
            },
            ActorBase self => new() { ServiceUri = self.ServiceUri, ActorId = self.Id },
            _ => throw new ArgumentOutOfRangeException(
                nameof(actor), actor, "It is neither an actor nor a proxy of one."),
        };
    }

    /// <summary>Creates a proxy of the actor. Nothing is called.</summary>
    /// <param name="actorInterfaceType">The actor interface that the proxy implements.</param>
    /// <returns>The proxy, which has the default settings of <see cref="ActorProxy"/>, whatever factory made the proxy
    /// that the reference comes from.</returns>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be called
    /// remotely.</exception>
    /// <exception cref="ArgumentNullException">The type, the service or the id is null.</exception>
    public object Bind(Type actorInterfaceType)
    {
        ArgumentNullException.ThrowIfNull(actorInterfaceType);
        return ActorProxy.Default.CreateActorProxy(actorInterfaceType, ServiceUri, ActorId, ListenerName);
    }
}
