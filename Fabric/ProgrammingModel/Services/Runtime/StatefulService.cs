#nullable disable

using System.Fabric;
using Microsoft.ServiceFabric.Data;

namespace Microsoft.ServiceFabric.Services.Runtime;

/// <summary>
/// The base of a stateful service that keeps its state in reliable collections. One object serves one replica for as
/// long as the replica is open.
/// </summary>
/// <remarks><see cref="StatefulServiceBase"/> tells when the runtime calls the overrides, and in which order.</remarks>
public abstract class StatefulService : StatefulServiceBase
{
    /// <summary>
    /// Initializes the service with a state manager of its own. The settings come from the configuration package
    /// <c>Config</c>.
    /// </summary>
    /// <param name="serviceContext">What the runtime gives to the factory.</param>
    /// <exception cref="System.ArgumentNullException">The context is null.</exception>
    protected StatefulService(StatefulServiceContext serviceContext)
        : this(serviceContext, new ReliableStateManager(serviceContext))
    {
    }

    /// <summary>
    /// Initializes the service with a state manager that the caller made, for example to give it settings.
    /// </summary>
    /// <param name="serviceContext">What the runtime gives to the factory.</param>
    /// <param name="reliableStateManagerReplica">A state manager that was made for the same context and has not been
    /// opened yet.</param>
    /// <exception cref="System.ArgumentNullException">An argument is null.</exception>
    protected StatefulService(
        StatefulServiceContext serviceContext, IReliableStateManagerReplica reliableStateManagerReplica)
        : base(serviceContext, reliableStateManagerReplica) => StateManager = reliableStateManagerReplica;

    /// <summary>
    /// Gets the state manager, which opens the reliable collections of this replica and begins transactions.
    /// </summary>
    /// <remarks>
    /// Collections can be read and written only while the replica has a role that allows it, so not in the constructor
    /// and not in <c>OnOpenAsync</c>.
    /// </remarks>
    public IReliableStateManager StateManager { get; }
}
