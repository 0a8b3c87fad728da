#nullable disable

using System;
using System.Collections.Concurrent;
using Microsoft.ServiceFabric.Actors.Generator;
using Microsoft.ServiceFabric.Actors.Remoting;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting;
using Microsoft.ServiceFabric.Services.Remoting.Client;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;
using SfPerf.Fabric.Actors;
using SfPerf.Fabric.Actors.Client;
using SfPerf.Fabric.Actors.Runtime.Dispatch;
using SfPerf.Fabric.Remoting.Client;
using SfPerf.Fabric.Remoting.Messages;

namespace Microsoft.ServiceFabric.Actors.Client;

/// <summary>
/// Creates proxies of actors and of their services, with retry settings or a client factory of the program's choice.
/// Thread safe.
/// </summary>
/// <remarks>
/// Creating a proxy calls nothing. Unless a client factory is given, all proxies of a process that call the same
/// address with the same limits share a connection.
/// </remarks>
public class ActorProxyFactory : IActorProxyFactory
{
    private static readonly ConcurrentDictionary<(Type Contract, bool Messages), Func<ActorProxy>> Makers = new();
    private static readonly ConcurrentDictionary<Type, FabricTransportRemotingSettings> Settings = new();
    private readonly OperationRetrySettings _retrySettings;
    private readonly Lazy<IServiceRemotingClientFactory> _clients;

    /// <summary>Initializes a factory whose proxies send their calls by themselves.</summary>
    /// <param name="retrySettings">How often and how long a failed call is repeated; null for the defaults.</param>
    public ActorProxyFactory(OperationRetrySettings retrySettings = null)
    {
        ActorRemoting.Register();
        _retrySettings = retrySettings ?? new OperationRetrySettings();
    }

    /// <summary>
    /// Initializes a factory whose proxies send their calls through a client factory of the program's choice, which can
    /// add headers to them.
    /// </summary>
    /// <param name="createServiceRemotingClientFactory">Called once, with null, when the first proxy is created. What
    /// it returns sends the calls.</param>
    /// <param name="retrySettings">How often and how long a failed call is repeated; null for the defaults.</param>
    /// <exception cref="ArgumentNullException">The function is null.</exception>
    public ActorProxyFactory(
        Func<IServiceRemotingCallbackMessageHandler, IServiceRemotingClientFactory> createServiceRemotingClientFactory,
        OperationRetrySettings retrySettings = null)
        : this(retrySettings)
    {
        ArgumentNullException.ThrowIfNull(createServiceRemotingClientFactory);
        _clients = new(() => createServiceRemotingClientFactory(null)
            ?? throw new InvalidOperationException("There is no client factory: null was returned."));
    }

    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be called remotely;
    /// or no application is given, and this process belongs to none.</exception>
    /// <exception cref="ArgumentNullException">The id is null.</exception>
    public TActorInterface CreateActorProxy<TActorInterface>(
        ActorId actorId, string applicationName = null, string serviceName = null, string listenerName = null)
        where TActorInterface : IActor =>
        CreateActorProxy<TActorInterface>(
            ActorNameFormat.GetFabricServiceUri(typeof(TActorInterface), applicationName, serviceName), actorId,
            listenerName);

    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be called
    /// remotely.</exception>
    /// <exception cref="ArgumentNullException">The id or the service is null.</exception>
    public TActorInterface CreateActorProxy<TActorInterface>(
        Uri serviceUri, ActorId actorId, string listenerName = null)
        where TActorInterface : IActor =>
        (TActorInterface)CreateActorProxy(typeof(TActorInterface), serviceUri, actorId, listenerName);

    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be called
    /// remotely.</exception>
    /// <exception cref="ArgumentNullException">The id or the service is null.</exception>
    public TServiceInterface CreateActorServiceProxy<TServiceInterface>(
        Uri serviceUri, ActorId actorId, string listenerName = null)
        where TServiceInterface : IService
    {
        ArgumentNullException.ThrowIfNull(actorId);
        return CreateActorServiceProxy<TServiceInterface>(serviceUri, actorId.GetPartitionKey(), listenerName);
    }

    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be called
    /// remotely.</exception>
    /// <exception cref="ArgumentNullException">The service is null.</exception>
    public TServiceInterface CreateActorServiceProxy<TServiceInterface>(
        Uri serviceUri, long partitionKey, string listenerName = null)
        where TServiceInterface : IService
    {
        ArgumentNullException.ThrowIfNull(serviceUri);
        var contract = typeof(TServiceInterface);
        var proxy = _clients is null
            ? ProxyBuilder.FactoryOf(contract)() : ProxyBuilder.MessageFactoryOf<ServiceProxy>(contract)();
        proxy.ServiceInterfaceType = contract;
        if (_clients is null)
            proxy.Target = TargetOf(contract, serviceUri, partitionKey, listenerName);
        else
            proxy.Sender = SenderTo(serviceUri, partitionKey, listenerName);
        return contract == typeof(IActorService)
            ? (TServiceInterface)(object)new ActorServiceCaller(
                (IActorService)(object)proxy, serviceUri, _retrySettings, TimeProvider.System)
            : (TServiceInterface)(object)proxy;
    }

    /// <summary>
    /// Does nothing: connections belong to the process. Proxies that the factory made can be used afterwards.
    /// </summary>
    public void Dispose() => GC.SuppressFinalize(this);

    internal object CreateActorProxy(Type contract, Uri serviceUri, ActorId actorId, string listenerName)
    {
        ArgumentNullException.ThrowIfNull(serviceUri);
        ArgumentNullException.ThrowIfNull(actorId);
        var proxy = Makers.GetOrAdd((contract, _clients is not null), MakerOf)();
        proxy.Initialize(actorId, serviceUri, listenerName);
        // Events come over a connection of the runtime's own, whoever sends the calls.
        proxy.Target = TargetOf(contract, serviceUri, actorId.GetPartitionKey(), listenerName);
        if (_clients is not null)
            proxy.Sender = SenderTo(serviceUri, actorId.GetPartitionKey(), listenerName, actorId);
        return proxy;
    }

    private static Func<ActorProxy> MakerOf((Type Contract, bool Messages) proxy)
    {
        InterfaceChecks.CheckActorInterface(proxy.Contract);
        return proxy.Messages
            ? ProxyBuilder.MessageFactoryOf<ActorProxy>(proxy.Contract)
            : ProxyBuilder.FactoryOf<ActorProxy>(proxy.Contract);
    }

    private MessageSender SenderTo(Uri serviceUri, long partitionKey, string listenerName, ActorId actorId = null)
    {
        var key = new ServicePartitionKey(partitionKey);
        return actorId is null
            ? new(_clients.Value, serviceUri, key, TargetReplicaSelector.PrimaryReplica, listenerName, _retrySettings)
            : new(_clients.Value, serviceUri, key, TargetReplicaSelector.PrimaryReplica, listenerName, _retrySettings)
            {
                CreateHeader = (method, writeTarget, token) =>
                    new ActorRequestHeader(method, writeTarget, token) { ActorId = actorId },
            };
    }

    private ProxyTarget TargetOf(Type contract, Uri serviceUri, long partitionKey, string listenerName) =>
        ServiceDirectories.TargetOf(
            serviceUri, new ServicePartitionKey(partitionKey), TargetReplicaSelector.PrimaryReplica, listenerName,
            Settings.GetOrAdd(contract, static c => ActorRemotingProviderAttribute.Of([c]).ClientSettings()),
            _retrySettings);
}
