#nullable disable

using System;
using Microsoft.ServiceFabric.Services.Remoting;

namespace Microsoft.ServiceFabric.Actors.Client;

/// <summary>Makes proxies of actors and of actor services. Making one calls nothing.</summary>
public interface IActorProxyFactory
{
    TActorInterface CreateActorProxy<TActorInterface>(
        ActorId actorId, string applicationName = null, string serviceName = null, string listenerName = null)
        where TActorInterface : IActor;

    TActorInterface CreateActorProxy<TActorInterface>(Uri serviceUri, ActorId actorId, string listenerName = null)
        where TActorInterface : IActor;

    TServiceInterface CreateActorServiceProxy<TServiceInterface>(
        Uri serviceUri, ActorId actorId, string listenerName = null)
        where TServiceInterface : IService;

    TServiceInterface CreateActorServiceProxy<TServiceInterface>(
        Uri serviceUri, long partitionKey, string listenerName = null)
        where TServiceInterface : IService;
}
