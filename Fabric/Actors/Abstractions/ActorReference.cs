#nullable disable

using System;
using System.Runtime.Serialization;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace Microsoft.ServiceFabric.Actors;

/// <summary>The address of an actor: how a proxy, or an actor itself, travels in arguments and state.</summary>
[DataContract(Name = "ActorReference", Namespace = "urn:actors")]
[Serializable]
public sealed class ActorReference
{
    [DataMember(IsRequired = true, Name = "ServiceUri", Order = 0)]
    public Uri ServiceUri { get; set; }

    [DataMember(IsRequired = true, Name = "ActorId", Order = 1)]
    public ActorId ActorId { get; set; }

    [DataMember(IsRequired = false, Name = "ListenerName", Order = 2)]
    public string ListenerName { get; set; }

    /// <summary>Gets the reference of an actor, or of the one that a proxy is for.</summary>
    /// <exception cref="ArgumentOutOfRangeException">Neither of them.</exception>
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

    /// <summary>Makes a proxy.</summary>
    /// <param name="actorInterfaceType">The interface of the proxy.</param>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be remote.
    /// </exception>
    public object Bind(Type actorInterfaceType)
    {
        ArgumentNullException.ThrowIfNull(actorInterfaceType);
        return ActorProxy.Default.CreateActorProxy(actorInterfaceType, ServiceUri, ActorId, ListenerName);
    }
}
