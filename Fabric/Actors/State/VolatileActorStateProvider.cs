#nullable disable

using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Actors.State;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>
/// Keeps the states of actors in the memory of a quorum of replicas: they are lost when all replicas are gone at once.
/// Volatile actors have it unless their service is given another one.
/// </summary>
/// <remarks>
/// It stores as <see cref="ReliableCollectionsActorStateProvider"/> does. What keeps the states off the disks is the
/// log of the replica, which is in memory where the manifest says HasPersistedState="false".
/// </remarks>
public class VolatileActorStateProvider : IActorStateProvider, INamedStateProvider
{
    private readonly RowStateProvider _inner;

    /// <summary>
    /// Initializes a provider that is configured by the sections that have the name of the actor service.
    /// </summary>
    public VolatileActorStateProvider()
        : this(new RowStateProvider(
            static (parameters, type) => ActorStateProviders.CreateManager(parameters, type, null),
            static manager => new ReliableRowStore(manager, TimeProvider.System),
            TimeProvider.System))
    {
    }

    internal VolatileActorStateProvider(RowStateProvider inner) => _inner = inner;

    /// <summary>
    /// Sets what is called when the partition may have lost data. The runtime sets it to the method of that name of the
    /// service.
    /// </summary>
    public Func<CancellationToken, Task<bool>> OnDataLossAsync
    {
        set => _inner.OnDataLossAsync = value;
    }

    /// <summary>
    /// Sets what is called when a backup was restored. The runtime sets it to the method of that name of the service.
    /// </summary>
    public Func<CancellationToken, Task> OnRestoreCompletedAsync
    {
        set => _inner.OnRestoreCompletedAsync = value;
    }

    RowStateProvider INamedStateProvider.Inner => _inner;
}
