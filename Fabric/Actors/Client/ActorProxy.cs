#nullable disable

using System;
using Microsoft.ServiceFabric.Services.Remoting.Builder;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Turns;
using SfPerf.Fabric.Remoting.Wire;

namespace Microsoft.ServiceFabric.Actors.Client;

/// <summary>
/// Calls an actor. It is thread safe: many calls may be in flight, and the actor runs one after the other. A proxy is
/// made by <c>Create</c> or by a factory, and calls nothing before its first method.
/// </summary>
/// <remarks>
/// <para>A call goes to the primary of the actor's partition. It is repeated, after resolving the service again, when
/// there is no connection or the replica is not the primary or cannot be read; it is repeated at the same replica when
/// it fails with a FabricTransientException, or, outside of actors, when the actor was not free within the lock
/// timeout. A failure is repeated 10 times unless the retry settings say otherwise, and no longer than the operation
/// timeout, 5 minutes unless set.</para>
/// <para>Calls are delivered at least once: when a primary ends between its commit and its answer, the method runs
/// again at the next one.</para>
/// <para>A call fails with an AggregateException around the actor's exception. Its type is that of the actor's
/// exception where that is public in the base library or in System.Fabric, or one of the exceptions of the actor model;
/// any other becomes a ServiceException. A call that gets no answer in time fails with a TimeoutException, and one
/// whose token is cancelled is cancelled; the actor sees the cancellation.</para>
/// </remarks>
public abstract class ActorProxy : ProxyBase, IActorProxy
{
    private ActorKey _key;

    /// <summary>
    /// Initializes a new instance. Only the proxies that the runtime generates derive from this class.
    /// </summary>
    protected ActorProxy()
    {
    }

    /// <inheritdoc/>
    public ActorId ActorId { get; private set; }

    internal static ActorProxyFactory Default { get; } = new();

    internal Uri ServiceUri { get; private set; }

    internal string ListenerName { get; private set; }

    /// <summary>Creates a proxy of an actor whose service is named by its application and its interface.</summary>
    /// <typeparam name="TActorInterface">The actor interface that the proxy implements.</typeparam>
    /// <param name="actorId">The actor; it need not exist.</param>
    /// <param name="applicationName">The application; null or empty for the one of the calling process.</param>
    /// <param name="serviceName">The service's name within the application; null or empty for the one that the name of
    /// the interface gives.</param>
    /// <param name="listenerName">The listener to call; null for V2_1Listener, else V2Listener, else the first
    /// one.</param>
    /// <returns>The proxy.</returns>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be called remotely;
    /// or no application is given, and this process belongs to none.</exception>
    /// <exception cref="ArgumentNullException">The id is null.</exception>
    public static TActorInterface Create<TActorInterface>(
        ActorId actorId, string applicationName = null, string serviceName = null, string listenerName = null)
        where TActorInterface : IActor =>
        Default.CreateActorProxy<TActorInterface>(actorId, applicationName, serviceName, listenerName);

    /// <summary>Creates a proxy of an actor of a given service.</summary>
    /// <typeparam name="TActorInterface">The actor interface that the proxy implements.</typeparam>
    /// <param name="actorId">The actor; it need not exist.</param>
    /// <param name="serviceUri">The name of the service.</param>
    /// <param name="listenerName">The listener to call; null for V2_1Listener, else V2Listener, else the first
    /// one.</param>
    /// <returns>The proxy.</returns>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be called
    /// remotely.</exception>
    /// <exception cref="ArgumentNullException">The id or the service is null.</exception>
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
