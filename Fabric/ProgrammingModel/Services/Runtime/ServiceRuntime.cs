#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ProgrammingModel;

namespace Microsoft.ServiceFabric.Services.Runtime;

/// <summary>Registers the service types of a host process with the cluster. Any thread may call it.</summary>
/// <remarks>
/// A host process is started by the cluster, which sets the environment variable <c>FabricCodePath</c>. The first call
/// loads the runtime into the process and connects it to its node. The process ends when its <c>Main</c> returns, so
/// <c>Main</c> has to wait after the registration.
/// </remarks>
public static class ServiceRuntime
{
    /// <summary>
    /// Announces a stateful service type to the node that started this process. Replicas of the type may be opened here
    /// as soon as the task ends, or a moment earlier.
    /// </summary>
    /// <param name="serviceTypeName">The name of the type as in the service manifest.</param>
    /// <param name="serviceFactory">Makes the service of a replica. It is called once for each opening of a replica, on
    /// a thread of the pool, for several replicas at once, and must not return null.</param>
    /// <param name="timeout">The longest wait. Zero, the default, means none.</param>
    /// <param name="cancellationToken">Ends the wait; what was begun goes on.</param>
    /// <returns>A task that ends when the node has been told.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="ArgumentNullException">The factory is null.</exception>
    /// <exception cref="FabricElementAlreadyExistsException">The process has registered the type already
    /// (<c>ServiceTypeAlreadyRegistered</c>).</exception>
    /// <exception cref="FabricException">The process was started outside a cluster (<c>FabricDataRootNotFound</c>), or
    /// the runtime's files are missing (<c>FileNotFound</c>). Trying again does not help.</exception>
    /// <exception cref="InvalidOperationException">The service manifest declares no stateful type of this
    /// name.</exception>
    /// <exception cref="System.IO.FileLoadException">The service was built against another version of the
    /// runtime.</exception>
    /// <exception cref="OperationCanceledException">The timeout passed, or the token was cancelled.</exception>
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

    /// <summary>
    /// Announces a stateless service type to the node that started this process. Instances of the type may be opened
    /// here as soon as the task ends, or a moment earlier.
    /// </summary>
    /// <param name="serviceTypeName">The name of the type as in the service manifest.</param>
    /// <param name="serviceFactory">Makes the service of an instance. It is called once for each opening of an
    /// instance, on a thread of the pool, for several instances at once, and must not return null.</param>
    /// <param name="timeout">The longest wait. Zero, the default, means none.</param>
    /// <param name="cancellationToken">Ends the wait; what was begun goes on.</param>
    /// <returns>A task that ends when the node has been told.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="ArgumentNullException">The factory is null.</exception>
    /// <exception cref="FabricElementAlreadyExistsException">The process has registered the type already
    /// (<c>ServiceTypeAlreadyRegistered</c>).</exception>
    /// <exception cref="FabricException">The process was started outside a cluster (<c>FabricDataRootNotFound</c>), or
    /// the runtime's files are missing (<c>FileNotFound</c>). Trying again does not help.</exception>
    /// <exception cref="InvalidOperationException">The service manifest declares no stateless type of this
    /// name.</exception>
    /// <exception cref="System.IO.FileLoadException">The service was built against another version of the
    /// runtime.</exception>
    /// <exception cref="OperationCanceledException">The timeout passed, or the token was cancelled.</exception>
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
