#nullable disable

using System;
using Microsoft.ServiceFabric.Services.Remoting.Builder;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Turns;
using SfPerf.Fabric.Remoting.Wire;

namespace Microsoft.ServiceFabric.Actors.Client;

/// <summary>
/// Calls an actor. Thread safe; many calls may be in flight, and the actor runs one after the other. Nothing is called
/// before the first method. A call fails with an AggregateException around the actor's exception.
/// </summary>
public abstract class ActorProxy : ProxyBase, IActorProxy
{
    private ActorKey _key;

    protected ActorProxy()
    {
    }

    public ActorId ActorId { get; private set; }

    internal static ActorProxyFactory Default { get; } = new();

    internal Uri ServiceUri { get; private set; }

    internal string ListenerName { get; private set; }

    /// <summary>Makes a proxy of an actor in a service of an application.</summary>
    /// <param name="actorId">The actor; it need not exist.</param>
    /// <param name="applicationName">The calling code's application unless given.</param>
    /// <param name="serviceName">The name that the interface's name gives unless given.</param>
    /// <param name="listenerName">The listener of the remoting provider unless given.</param>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be remote; or there
    /// is no application name.</exception>
    public static TActorInterface Create<TActorInterface>(
        ActorId actorId, string applicationName = null, string serviceName = null, string listenerName = null)
        where TActorInterface : IActor =>
        Default.CreateActorProxy<TActorInterface>(actorId, applicationName, serviceName, listenerName);

    /// <summary>Makes a proxy of an actor in a service.</summary>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be remote.
    /// </exception>
    public static TActorInterface Create<TActorInterface>(ActorId actorId, Uri serviceUri, string listenerName = null)
        where TActorInterface : IActor =>
        Default.CreateActorProxy<TActorInterface>(serviceUri, actorId, listenerName);

    internal void Initialize(ActorId actorId, Uri serviceUri, string listenerName)
    {
        (ActorId, ServiceUri, ListenerName) = (actorId, serviceUri, listenerName);
        _key = ActorKey.Of(actorId);
    }

    internal override void WriteTarget(MessageBuffer message)
    {
        _key.Write(message);
        TurnContext.NextCall().Write(message);
    }
}
