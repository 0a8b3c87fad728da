using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.ProgrammingModel;

/// <summary>
/// Defines what the programming model asks of the runtime that a service host process runs on. The embedded cluster
/// implements it in the assembly named by <see cref="RuntimeHost.CodePathVariable"/>; a service never sees it.
/// </summary>
public interface IRuntimeHost
{
    /// <summary>Gets the node this process runs on.</summary>
    NodeContext NodeContext { get; }

    /// <summary>Gets the code package this process is an activation of.</summary>
    ICodePackageActivationContext ActivationContext { get; }

    /// <summary>Gets the addresses (host:port) of the cluster's client endpoints, the nearest first.</summary>
    IReadOnlyList<string> ClientEndpoints { get; }

    /// <summary>Announces a stateful service type; replicas may be created as soon as the task ends.</summary>
    Task RegisterStatefulServiceFactoryAsync(
        string serviceTypeName, IStatefulServiceFactory factory, CancellationToken cancellationToken);

    /// <summary>Announces a stateless service type; instances may be created as soon as the task ends.</summary>
    Task RegisterStatelessServiceFactoryAsync(
        string serviceTypeName, IStatelessServiceFactory factory, CancellationToken cancellationToken);

    /// <summary>Creates the state manager of a replica that is not open yet.</summary>
    IReliableStateManagerReplica2 CreateStateManager(
        StatefulServiceContext context, ReliableStateManagerConfiguration configuration);
}
