#nullable disable

using System;
using Microsoft.ServiceFabric.Services.Remoting;

namespace Microsoft.ServiceFabric.Actors.Client;

/// <summary>
/// Creates proxies of actors and of actor services. Creating one calls nothing, and the actor need not exist.
/// </summary>
public interface IActorProxyFactory
{
    /// <summary>Creates a proxy of an actor whose service is named by its application and its interface.</summary>
    /// <typeparam name="TActorInterface">The actor interface that the proxy implements.</typeparam>
    /// <param name="actorId">The actor.</param>
    /// <param name="applicationName">The application; null or empty for the one of the calling process.</param>
    /// <param name="serviceName">The service's name within the application; null or empty for the one that the name of
    /// the interface gives.</param>
    /// <param name="listenerName">The listener to call; null for the one that the remoting provider of the service
    /// opens.</param>
    /// <returns>The proxy.</returns>
    TActorInterface CreateActorProxy<TActorInterface>(
        ActorId actorId, string applicationName = null, string serviceName = null, string listenerName = null)
        where TActorInterface : IActor;

    /// <summary>Creates a proxy of an actor of a given service.</summary>
    /// <typeparam name="TActorInterface">The actor interface that the proxy implements.</typeparam>
    /// <param name="serviceUri">The name of the service.</param>
    /// <param name="actorId">The actor.</param>
    /// <param name="listenerName">The listener to call; null for the one that the remoting provider of the service
    /// opens.</param>
    /// <returns>The proxy.</returns>
    TActorInterface CreateActorProxy<TActorInterface>(Uri serviceUri, ActorId actorId, string listenerName = null)
        where TActorInterface : IActor;

    /// <summary>Creates a proxy of the actor service itself, for the partition that holds an actor.</summary>
    /// <typeparam name="TServiceInterface"><see cref="IActorService"/>, or a remote interface of the service's
    /// own.</typeparam>
    /// <param name="serviceUri">The name of the service.</param>
    /// <param name="actorId">The actor whose partition is called.</param>
    /// <param name="listenerName">The listener to call; null for the one that the remoting provider of the service
    /// opens.</param>
    /// <returns>The proxy.</returns>
    TServiceInterface CreateActorServiceProxy<TServiceInterface>(
        Uri serviceUri, ActorId actorId, string listenerName = null)
        where TServiceInterface : IService;

    /// <summary>Creates a proxy of the actor service itself, for the partition that holds a key.</summary>
    /// <typeparam name="TServiceInterface"><see cref="IActorService"/>, or a remote interface of the service's
    /// own.</typeparam>
    /// <param name="serviceUri">The name of the service.</param>
    /// <param name="partitionKey">Any key of the partition that is called.</param>
    /// <param name="listenerName">The listener to call; null for the one that the remoting provider of the service
    /// opens.</param>
    /// <returns>The proxy.</returns>
    TServiceInterface CreateActorServiceProxy<TServiceInterface>(
        Uri serviceUri, long partitionKey, string listenerName = null)
        where TServiceInterface : IService;
}
