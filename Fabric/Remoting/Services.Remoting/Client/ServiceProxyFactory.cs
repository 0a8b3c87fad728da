using System;
using System.Reflection;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Client;
using SfPerf.Fabric.Remoting.Client;
using SfPerf.Fabric.Remoting.Messages;

namespace Microsoft.ServiceFabric.Services.Remoting.Client;

/// <summary>
/// Creates service proxies with retry settings or a client factory of the program's choice. Thread safe.
/// </summary>
public class ServiceProxyFactory : IServiceProxyFactory
{
    private readonly OperationRetrySettings _retrySettings;
    private readonly Lazy<IServiceRemotingClientFactory>? _clients;
    private readonly Action<IServiceRemotingClientFactory>? _dispose;

    /// <summary>
    /// Initializes a factory whose proxies send their calls through a client factory of the program's choice, which can
    /// add headers to them.
    /// </summary>
    /// <param name="createServiceRemotingClientFactory">Called once, with null, when the first proxy is created. What
    /// it returns sends the calls; a <see cref="FabricTransportServiceRemotingClientFactory"/> does so without a
    /// message for each.</param>
    /// <param name="retrySettings">How often and how long a failed call is repeated; null for the defaults.</param>
    /// <param name="disposeFactory">Called by <see cref="Dispose"/> if a client factory was made; null for
    /// nothing.</param>
    /// <exception cref="ArgumentNullException">The function is null.</exception>
    public ServiceProxyFactory(
        Func<IServiceRemotingCallbackMessageHandler?, IServiceRemotingClientFactory> createServiceRemotingClientFactory,
        OperationRetrySettings? retrySettings = null,
        Action<IServiceRemotingClientFactory>? disposeFactory = null)
        : this(retrySettings)
    {
        ArgumentNullException.ThrowIfNull(createServiceRemotingClientFactory);
        _clients = new(() => createServiceRemotingClientFactory(null)
            ?? throw new InvalidOperationException("There is no client factory: null was returned."));
        _dispose = disposeFactory;
    }

    /// <summary>Initializes a factory whose proxies send their calls by themselves.</summary>
    /// <param name="retrySettings">How often and how long a failed call is repeated; null for the defaults.</param>
    public ServiceProxyFactory(OperationRetrySettings? retrySettings = null) =>
        _retrySettings = retrySettings ?? new OperationRetrySettings();

    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be called
    /// remotely.</exception>
    /// <exception cref="ArgumentNullException">The service is null.</exception>
    public TServiceInterface CreateServiceProxy<TServiceInterface>(
        Uri serviceUri,
        ServicePartitionKey? partitionKey = null,
        TargetReplicaSelector targetReplicaSelector = TargetReplicaSelector.Default,
        string? listenerName = null)
        where TServiceInterface : IService =>
        CreateNonIServiceProxy<TServiceInterface>(serviceUri, partitionKey, targetReplicaSelector, listenerName);

    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be called
    /// remotely.</exception>
    /// <exception cref="ArgumentNullException">The service is null.</exception>
    public TServiceInterface CreateNonIServiceProxy<TServiceInterface>(
        Uri serviceUri,
        ServicePartitionKey? partitionKey = null,
        TargetReplicaSelector targetReplicaSelector = TargetReplicaSelector.Default,
        string? listenerName = null)
    {
        ArgumentNullException.ThrowIfNull(serviceUri);
        var contract = typeof(TServiceInterface);
        var factory = _clients?.Value;
        if (factory is not (null or FabricTransportServiceRemotingClientFactory))
        {
            var messages = ProxyBuilder.MessageFactoryOf<ServiceProxy>(contract)();
            messages.ServiceInterfaceType = contract;
            messages.Sender = new MessageSender(
                factory, serviceUri, partitionKey ?? ServicePartitionKey.Singleton, targetReplicaSelector,
                listenerName, _retrySettings);
            return (TServiceInterface)(object)messages;
        }
        var clients = (FabricTransportServiceRemotingClientFactory?)factory;
        var provider = ServiceRemotingProviderAttribute.Of([contract.Assembly, Assembly.GetEntryAssembly()]);
        var settings = clients?.Settings
            ?? (provider as FabricTransportServiceRemotingProviderAttribute)?.ClientSettings() ?? new();
        var proxy = ProxyBuilder.FactoryOf(contract)();
        proxy.ServiceInterfaceType = contract;
        proxy.Target = ServiceDirectories.TargetOf(
            serviceUri, partitionKey ?? ServicePartitionKey.Singleton, targetReplicaSelector, listenerName, settings,
            _retrySettings, clients?.Convertors);
        return (TServiceInterface)(object)proxy;
    }

    /// <summary>
    /// Gives the client factory, if one was made, to the function that disposes of it. Connections belong to the
    /// process and stay.
    /// </summary>
    public void Dispose()
    {
        if (_clients is { IsValueCreated: true })
            _dispose?.Invoke(_clients.Value);
        GC.SuppressFinalize(this);
    }
}
