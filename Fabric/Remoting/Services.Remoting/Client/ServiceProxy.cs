using System;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.Builder;

namespace Microsoft.ServiceFabric.Services.Remoting.Client;

/// <summary>
/// Calls a service's remote interface. Thread safe; many calls may be in flight. Nothing is resolved or connected
/// before the first call. A call fails with an AggregateException around the service's exception.
/// </summary>
public abstract class ServiceProxy : ProxyBase, IServiceProxy
{
    private static readonly ServiceProxyFactory Default = new();

    protected ServiceProxy()
    {
    }

    public Type ServiceInterfaceType { get; internal set; } = null!;

    /// <exception cref="ArgumentException">
    /// The interface is not public or has a method that cannot be remote.
    /// </exception>
    public static TServiceInterface Create<TServiceInterface>(
        Uri serviceUri,
        ServicePartitionKey? partitionKey = null,
        TargetReplicaSelector targetReplicaSelector = TargetReplicaSelector.Default,
        string? listenerName = null)
        where TServiceInterface : IService =>
        Default.CreateServiceProxy<TServiceInterface>(serviceUri, partitionKey, targetReplicaSelector, listenerName);
}
