#nullable disable

using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Actors.State;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Keeps the states of actors in the memory of a quorum of replicas: lost when all of them are.</summary>
/// <remarks>
/// The rows are those of <see cref="ReliableCollectionsActorStateProvider"/>. What keeps them off the disks is the
/// replica's log, which is in memory where the manifest says HasPersistedState="false".
/// </remarks>
public class VolatileActorStateProvider : IActorStateProvider, INamedStateProvider
{
    private readonly RowStateProvider _inner;

    public VolatileActorStateProvider()
        : this(new RowStateProvider(
            static (parameters, type) => ActorStateProviders.CreateManager(parameters, type, null),
            static manager => new ReliableRowStore(manager, TimeProvider.System),
            TimeProvider.System))
    {
    }

    internal VolatileActorStateProvider(RowStateProvider inner) => _inner = inner;

    public Func<CancellationToken, Task<bool>> OnDataLossAsync
    {
        set => _inner.OnDataLossAsync = value;
    }

    public Func<CancellationToken, Task> OnRestoreCompletedAsync
    {
        set => _inner.OnRestoreCompletedAsync = value;
    }

    RowStateProvider INamedStateProvider.Inner => _inner;
}
