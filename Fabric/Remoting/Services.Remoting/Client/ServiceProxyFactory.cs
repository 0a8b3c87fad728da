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

/// <summary>Makes service proxies with retry settings of the caller's choice. Thread safe.</summary>
public class ServiceProxyFactory : IServiceProxyFactory
{
    private readonly OperationRetrySettings _retrySettings;
    private readonly Lazy<IServiceRemotingClientFactory>? _clients;
    private readonly Action<IServiceRemotingClientFactory>? _dispose;

    /// <param name="createServiceRemotingClientFactory">Called once, with null, before the first proxy is made. What
    /// it returns sends the calls; a <see cref="FabricTransportServiceRemotingClientFactory"/> does so without a
    /// message for each.</param>
    /// <param name="retrySettings">Null for the defaults.</param>
    /// <param name="disposeFactory">Called by <see cref="Dispose"/> if a factory was made.</param>
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

    public ServiceProxyFactory(OperationRetrySettings? retrySettings = null) =>
        _retrySettings = retrySettings ?? new OperationRetrySettings();

    public TServiceInterface CreateServiceProxy<TServiceInterface>(
        Uri serviceUri,
        ServicePartitionKey? partitionKey = null,
        TargetReplicaSelector targetReplicaSelector = TargetReplicaSelector.Default,
        string? listenerName = null)
        where TServiceInterface : IService =>
        CreateNonIServiceProxy<TServiceInterface>(serviceUri, partitionKey, targetReplicaSelector, listenerName);

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

    /// <summary>Gives the client factory back to whoever made it. Connections belong to the process.</summary>
    public void Dispose()
    {
        if (_clients is { IsValueCreated: true })
            _dispose?.Invoke(_clients.Value);
        GC.SuppressFinalize(this);
    }
}
