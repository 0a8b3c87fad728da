using System;
using System.Reflection;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using SfPerf.Fabric.Remoting.Client;

namespace Microsoft.ServiceFabric.Services.Remoting.Client;

/// <summary>Makes service proxies with retry settings of the caller's choice. Thread safe.</summary>
public class ServiceProxyFactory : IServiceProxyFactory
{
    private readonly OperationRetrySettings _retrySettings;

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
        var provider = ServiceRemotingProviderAttribute.Of([contract.Assembly, Assembly.GetEntryAssembly()]);
        var settings = (provider as FabricTransportServiceRemotingProviderAttribute)?.ClientSettings() ?? new();
        var proxy = ProxyBuilder.FactoryOf(contract)();
        proxy.ServiceInterfaceType = contract;
        proxy.Target = ServiceDirectories.TargetOf(
            serviceUri, partitionKey ?? ServicePartitionKey.Singleton, targetReplicaSelector, listenerName, settings,
            _retrySettings);
        return (TServiceInterface)(object)proxy;
    }
}
