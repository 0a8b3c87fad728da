#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ProgrammingModel;

namespace Microsoft.ServiceFabric.Services.Runtime;

public static class ServiceRuntime
{
    /// <summary>Announces a stateful service type to the node that started this process.</summary>
    /// <param name="serviceTypeName">As in the service manifest.</param>
    /// <param name="serviceFactory">Called for each replica, on a thread of the pool.</param>
    /// <param name="timeout">None unless given.</param>
    /// <param name="cancellationToken">Ends the wait, not what was begun.</param>
    /// <exception cref="FabricException">Started outside a cluster, or the node refuses the type.</exception>
    public static async Task RegisterServiceAsync(
        string serviceTypeName,
        Func<StatefulServiceContext, StatefulServiceBase> serviceFactory,
        TimeSpan timeout = default,
        CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(serviceTypeName);
        ArgumentNullException.ThrowIfNull(serviceFactory);
        using var limit = Limit(timeout, cancellationToken);
        var host = await RuntimeHost.ConnectAsync(limit.Token).ConfigureAwait(false);
        var factory = new StatefulServiceReplicaFactory(serviceFactory, host);
        await host.RegisterStatefulServiceFactoryAsync(serviceTypeName, factory, limit.Token).ConfigureAwait(false);
    }

    /// <summary>Announces a stateless service type to the node that started this process.</summary>
    /// <param name="serviceTypeName">As in the service manifest.</param>
    /// <param name="serviceFactory">Called for each instance, on a thread of the pool.</param>
    /// <param name="timeout">None unless given.</param>
    /// <param name="cancellationToken">Ends the wait, not what was begun.</param>
    /// <exception cref="FabricException">Started outside a cluster, or the node refuses the type.</exception>
    public static async Task RegisterServiceAsync(
        string serviceTypeName,
        Func<StatelessServiceContext, StatelessService> serviceFactory,
        TimeSpan timeout = default,
        CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(serviceTypeName);
        ArgumentNullException.ThrowIfNull(serviceFactory);
        using var limit = Limit(timeout, cancellationToken);
        var host = await RuntimeHost.ConnectAsync(limit.Token).ConfigureAwait(false);
        var factory = new StatelessServiceInstanceFactory(serviceFactory, host);
        await host.RegisterStatelessServiceFactoryAsync(serviceTypeName, factory, limit.Token).ConfigureAwait(false);
    }

    private static CancellationTokenSource Limit(TimeSpan timeout, CancellationToken cancellationToken)
    {
        var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        if (timeout > TimeSpan.Zero)
            limit.CancelAfter(timeout);
        return limit;
    }
}
