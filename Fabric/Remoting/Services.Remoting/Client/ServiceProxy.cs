using System;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.Builder;

namespace Microsoft.ServiceFabric.Services.Remoting.Client;

/// <summary>
/// Calls a remote interface of a service. It is thread safe, and many calls may be in flight. A proxy is made by
/// <see cref="Create"/> or by a factory, and resolves and connects nothing before its first call.
/// </summary>
/// <remarks>
/// <para>A call is repeated, after resolving the service again, when there is no connection or the replica is closed or
/// cannot be read, or is not the primary where that is wanted; it is repeated at the same replica when it fails with a
/// FabricTransientException. A failure is repeated 10 times unless the retry settings say otherwise, and no longer than
/// the operation timeout, 5 minutes unless set. So a method may run more than once if its connection ends before the
/// answer. A method that threw anything else has run once.</para>
/// <para>A call fails with an AggregateException around the service's exception. Its type is that of the service's
/// exception where that is public in the base library or in System.Fabric, or an exception convertor knows it; any
/// other becomes a ServiceException. A call that gets no answer in time fails with a TimeoutException, and one whose
/// token is cancelled is cancelled; the service sees the cancellation.</para>
/// </remarks>
public abstract class ServiceProxy : ProxyBase, IServiceProxy
{
    private static readonly ServiceProxyFactory Default = new();

    /// <summary>
    /// Initializes a new instance. Only the proxies that the runtime generates derive from this class.
    /// </summary>
    protected ServiceProxy()
    {
    }

    /// <inheritdoc/>
    public Type ServiceInterfaceType { get; internal set; } = null!;

    /// <summary>Creates a proxy with the default retry settings.</summary>
    /// <typeparam name="TServiceInterface">The remote interface that the proxy implements.</typeparam>
    /// <param name="serviceUri">The name of the service.</param>
    /// <param name="partitionKey">A key of the partition; null for a service with a single partition.</param>
    /// <param name="targetReplicaSelector">Which replica is called: the primary of a stateful service, and any instance
    /// of a stateless one, unless given.</param>
    /// <param name="listenerName">The listener to call; null for V2_1Listener, else V2Listener, else the first
    /// one.</param>
    /// <returns>The proxy.</returns>
    /// <exception cref="ArgumentException">The interface is not public or has a method that cannot be called
    /// remotely.</exception>
    /// <exception cref="ArgumentNullException">The service is null.</exception>
    public static TServiceInterface Create<TServiceInterface>(
        Uri serviceUri,
        ServicePartitionKey? partitionKey = null,
        TargetReplicaSelector targetReplicaSelector = TargetReplicaSelector.Default,
        string? listenerName = null)
        where TServiceInterface : IService =>
        Default.CreateServiceProxy<TServiceInterface>(serviceUri, partitionKey, targetReplicaSelector, listenerName);
}
