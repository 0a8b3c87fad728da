#nullable disable

using System;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.Actors.State;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Keeps the states of actors in reliable dictionaries, on the disks of a quorum of replicas.</summary>
/// <remarks>The replica's manifest must say HasPersistedState="true".</remarks>
public sealed class ReliableCollectionsActorStateProvider : IActorStateProvider, INamedStateProvider
{
    private readonly RowStateProvider _inner;

    public ReliableCollectionsActorStateProvider()
        : this((ReliableStateManagerConfiguration)null)
    {
    }

    /// <param name="stateManagerConfig">Unless given, what the sections of the actor service's name say.</param>
    public ReliableCollectionsActorStateProvider(ReliableStateManagerConfiguration stateManagerConfig)
        : this(new RowStateProvider(
            (parameters, type) => ActorStateProviders.CreateManager(parameters, type, stateManagerConfig),
            static manager => new ReliableRowStore(manager, TimeProvider.System),
            TimeProvider.System))
    {
    }

    /// <param name="stateManagerConfig">Unless given, what the sections of the actor service's name say.</param>
    /// <param name="actorStateDictionaryCount">One or more; has no effect: locks are those of single keys.</param>
    /// <param name="reminderDictionaryCount">One or more; has no effect.</param>
    public ReliableCollectionsActorStateProvider(
        ReliableStateManagerConfiguration stateManagerConfig,
        int actorStateDictionaryCount,
        int reminderDictionaryCount)
        : this(stateManagerConfig)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(actorStateDictionaryCount);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(reminderDictionaryCount);
    }

    internal ReliableCollectionsActorStateProvider(RowStateProvider inner) => _inner = inner;

    RowStateProvider INamedStateProvider.Inner => _inner;
}
