#nullable disable

using System;
using Microsoft.ServiceFabric.Services.Remoting;

namespace Microsoft.ServiceFabric.Actors.Client;

/// <summary>
/// Creates proxies of the services that hold actors: for queries, for deletions and for remote methods of the service's
/// own. A proxy calls one partition and is thread safe.
/// </summary>
/// <remarks>
/// Creating a proxy calls nothing. A call fails with an AggregateException around the service's exception.
/// </remarks>
public sealed class ActorServiceProxy
{
    private static readonly ActorProxyFactory Default = new();

    /// <summary>Initializes an object without use: the methods are static.</summary>
    public ActorServiceProxy()
    {
    }

    /// <summary>Creates a proxy of the partition that holds an actor.</summary>
    /// <param name="serviceUri">The name of the service.</param>
    /// <param name="actorId">The actor; it need not exist.</param>
    /// <param name="listenerName">The listener to call; null for V2_1Listener, else V2Listener, else the first
    /// one.</param>
    /// <returns>The proxy.</returns>
    /// <exception cref="ArgumentNullException">The service or the id is null.</exception>
    public static IActorService Create(Uri serviceUri, ActorId actorId, string listenerName = null) =>
        Create<IActorService>(serviceUri, actorId, listenerName);

    /// <summary>Creates a proxy of the partition that holds a key.</summary>
    /// <param name="serviceUri">The name of the service.</param>
    /// <param name="partitionKey">Any key of the partition.</param>
    /// <param name="listenerName">The listener to call; null for V2_1Listener, else V2Listener, else the first
    /// one.</param>
    /// <returns>The proxy.</returns>
    /// <exception cref="ArgumentNullException">The service is null.</exception>
    public static IActorService Create(Uri serviceUri, long partitionKey, string listenerName = null) =>
        Create<IActorService>(serviceUri, partitionKey, listenerName);

    /// <summary>
    /// Creates a proxy of the partition that holds an actor, for a remote interface of the service's own.
    /// </summary>
    /// <typeparam name="TServiceInterface">The remote interface, which the actor service implements.</typeparam>
    /// <param name="serviceUri">The name of the service.</param>
    /// <param name="actorId">The actor; it need not exist.</param>
    /// <param name="listenerName">The listener to call; null for V2_1Listener, else V2Listener, else the first
    /// one.</param>
    /// <returns>The proxy.</returns>
    /// <remarks>
    /// Where the interface derives from <see cref="IActorService"/>, a lock timeout of its DeleteActorAsync is thrown
    /// at once; of a proxy of <see cref="IActorService"/> itself it is retried.
    /// </remarks>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be called
    /// remotely.</exception>
    /// <exception cref="ArgumentNullException">The service or the id is null.</exception>
    public static TServiceInterface Create<TServiceInterface>(
        Uri serviceUri, ActorId actorId, string listenerName = null)
        where TServiceInterface : IService =>
        Default.CreateActorServiceProxy<TServiceInterface>(serviceUri, actorId, listenerName);

    /// <summary>
    /// Creates a proxy of the partition that holds a key, for a remote interface of the service's own.
    /// </summary>
    /// <typeparam name="TServiceInterface">The remote interface, which the actor service implements.</typeparam>
    /// <param name="serviceUri">The name of the service.</param>
    /// <param name="partitionKey">Any key of the partition.</param>
    /// <param name="listenerName">The listener to call; null for V2_1Listener, else V2Listener, else the first
    /// one.</param>
    /// <returns>The proxy.</returns>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be called
    /// remotely.</exception>
    /// <exception cref="ArgumentNullException">The service is null.</exception>
    public static TServiceInterface Create<TServiceInterface>(
        Uri serviceUri, long partitionKey, string listenerName = null)
        where TServiceInterface : IService =>
        Default.CreateActorServiceProxy<TServiceInterface>(serviceUri, partitionKey, listenerName);
}
