#nullable disable

using System;
using Microsoft.ServiceFabric.Services.Remoting;

namespace Microsoft.ServiceFabric.Actors.Client;

/// <summary>Makes proxies of the services that hold actors: for queries, deletion and methods of their own.</summary>
public sealed class ActorServiceProxy
{
    private static readonly ActorProxyFactory Default = new();

    public ActorServiceProxy()
    {
    }

    /// <summary>Makes a proxy of the partition that an actor belongs to.</summary>
    public static IActorService Create(Uri serviceUri, ActorId actorId, string listenerName = null) =>
        Create<IActorService>(serviceUri, actorId, listenerName);

    /// <summary>Makes a proxy of the partition that holds a key.</summary>
    public static IActorService Create(Uri serviceUri, long partitionKey, string listenerName = null) =>
        Create<IActorService>(serviceUri, partitionKey, listenerName);

    /// <summary>Makes a proxy of the partition that an actor belongs to.</summary>
    public static TServiceInterface Create<TServiceInterface>(
        Uri serviceUri, ActorId actorId, string listenerName = null)
        where TServiceInterface : IService =>
        Default.CreateActorServiceProxy<TServiceInterface>(serviceUri, actorId, listenerName);

    /// <summary>Makes a proxy of the partition that holds a key.</summary>
    public static TServiceInterface Create<TServiceInterface>(
        Uri serviceUri, long partitionKey, string listenerName = null)
        where TServiceInterface : IService =>
        Default.CreateActorServiceProxy<TServiceInterface>(serviceUri, partitionKey, listenerName);
}
