#nullable disable

using System;
using System.Collections.Concurrent;
using Microsoft.ServiceFabric.Actors.Generator;
using Microsoft.ServiceFabric.Actors.Remoting;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using SfPerf.Fabric.Actors;
using SfPerf.Fabric.Actors.Client;
using SfPerf.Fabric.Actors.Runtime.Dispatch;
using SfPerf.Fabric.Remoting.Client;

namespace Microsoft.ServiceFabric.Actors.Client;

/// <summary>Makes proxies of actors and of their services. Thread safe.</summary>
public class ActorProxyFactory : IActorProxyFactory
{
    private static readonly ConcurrentDictionary<Type, Func<ActorProxy>> Makers = new();
    private static readonly ConcurrentDictionary<Type, FabricTransportRemotingSettings> Settings = new();
    private readonly OperationRetrySettings _retrySettings;

    public ActorProxyFactory(OperationRetrySettings retrySettings = null)
    {
        ActorRemoting.Register();
        _retrySettings = retrySettings ?? new OperationRetrySettings();
    }

    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be remote; or there
    /// is no application name.</exception>
    public TActorInterface CreateActorProxy<TActorInterface>(
        ActorId actorId, string applicationName = null, string serviceName = null, string listenerName = null)
        where TActorInterface : IActor =>
        CreateActorProxy<TActorInterface>(
            ActorNameFormat.GetFabricServiceUri(typeof(TActorInterface), applicationName, serviceName), actorId,
            listenerName);

    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be remote.
    /// </exception>
    public TActorInterface CreateActorProxy<TActorInterface>(
        Uri serviceUri, ActorId actorId, string listenerName = null)
        where TActorInterface : IActor =>
        (TActorInterface)CreateActorProxy(typeof(TActorInterface), serviceUri, actorId, listenerName);

    public TServiceInterface CreateActorServiceProxy<TServiceInterface>(
        Uri serviceUri, ActorId actorId, string listenerName = null)
        where TServiceInterface : IService
    {
        ArgumentNullException.ThrowIfNull(actorId);
        return CreateActorServiceProxy<TServiceInterface>(serviceUri, actorId.GetPartitionKey(), listenerName);
    }

    public TServiceInterface CreateActorServiceProxy<TServiceInterface>(
        Uri serviceUri, long partitionKey, string listenerName = null)
        where TServiceInterface : IService
    {
        ArgumentNullException.ThrowIfNull(serviceUri);
        var contract = typeof(TServiceInterface);
        var proxy = ProxyBuilder.FactoryOf(contract)();
        proxy.ServiceInterfaceType = contract;
        proxy.Target = TargetOf(contract, serviceUri, partitionKey, listenerName);
        return contract == typeof(IActorService)
            ? (TServiceInterface)(object)new ActorServiceCaller(
                (IActorService)(object)proxy, serviceUri, _retrySettings, TimeProvider.System)
            : (TServiceInterface)(object)proxy;
    }

    /// <summary>Does nothing: connections belong to the process.</summary>
    public void Dispose() => GC.SuppressFinalize(this);

    internal object CreateActorProxy(Type contract, Uri serviceUri, ActorId actorId, string listenerName)
    {
        ArgumentNullException.ThrowIfNull(serviceUri);
        ArgumentNullException.ThrowIfNull(actorId);
        var proxy = Makers.GetOrAdd(contract, MakerOf)();
        proxy.Initialize(actorId, serviceUri, listenerName);
        proxy.Target = TargetOf(contract, serviceUri, actorId.GetPartitionKey(), listenerName);
        return proxy;
    }

    private static Func<ActorProxy> MakerOf(Type contract)
    {
        InterfaceChecks.CheckActorInterface(contract);
        return ProxyBuilder.FactoryOf<ActorProxy>(contract);
    }

    private ProxyTarget TargetOf(Type contract, Uri serviceUri, long partitionKey, string listenerName) =>
        ServiceDirectories.TargetOf(
            serviceUri, new ServicePartitionKey(partitionKey), TargetReplicaSelector.PrimaryReplica, listenerName,
            Settings.GetOrAdd(contract, static c => ActorRemotingProviderAttribute.Of([c]).ClientSettings()),
            _retrySettings);
}
