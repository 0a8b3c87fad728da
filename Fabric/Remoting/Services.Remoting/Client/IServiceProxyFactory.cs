using System;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace Microsoft.ServiceFabric.Services.Remoting.Client;

/// <summary>Creates proxies of services. Creating one calls nothing.</summary>
public interface IServiceProxyFactory
{
    /// <summary>Creates a proxy of a remote interface that derives from <see cref="IService"/>.</summary>
    /// <typeparam name="TServiceInterface">The remote interface that the proxy implements.</typeparam>
    /// <param name="serviceUri">The name of the service.</param>
    /// <param name="partitionKey">A key of the partition; null for a service with a single partition.</param>
    /// <param name="targetReplicaSelector">Which replica is called: the primary of a stateful service, and any instance
    /// of a stateless one, unless given.</param>
    /// <param name="listenerName">The listener to call; null for the one that the remoting provider of the service
    /// opens.</param>
    /// <returns>The proxy.</returns>
    TServiceInterface CreateServiceProxy<TServiceInterface>(
        Uri serviceUri,
        ServicePartitionKey? partitionKey = null,
        TargetReplicaSelector targetReplicaSelector = TargetReplicaSelector.Default,
        string? listenerName = null)
        where TServiceInterface : IService;

    /// <summary>
    /// Creates a proxy of a remote interface that need not derive from <see cref="IService"/>, for a service whose
    /// message dispatcher names it.
    /// </summary>
    /// <typeparam name="TServiceInterface">The remote interface that the proxy implements.</typeparam>
    /// <param name="serviceUri">The name of the service.</param>
    /// <param name="partitionKey">A key of the partition; null for a service with a single partition.</param>
    /// <param name="targetReplicaSelector">Which replica is called: the primary of a stateful service, and any instance
    /// of a stateless one, unless given.</param>
    /// <param name="listenerName">The listener to call; null for the one that the remoting provider of the service
    /// opens.</param>
    /// <returns>The proxy.</returns>
    TServiceInterface CreateNonIServiceProxy<TServiceInterface>(
        Uri serviceUri,
        ServicePartitionKey? partitionKey = null,
        TargetReplicaSelector targetReplicaSelector = TargetReplicaSelector.Default,
        string? listenerName = null);
}
