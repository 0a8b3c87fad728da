#nullable disable

using System;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.Actors.State;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>
/// Keeps the states of actors in reliable dictionaries, on the disks of a quorum of replicas. Persisted actors have it
/// unless their service is given another one.
/// </summary>
/// <remarks>
/// The service type's manifest must say HasPersistedState="true". The stored bytes are not those of Service Fabric's
/// provider of this name.
/// </remarks>
public sealed class ReliableCollectionsActorStateProvider : IActorStateProvider, INamedStateProvider
{
    private readonly RowStateProvider _inner;

    /// <summary>
    /// Initializes a provider that is configured by the sections that have the name of the actor service.
    /// </summary>
    public ReliableCollectionsActorStateProvider()
        : this((ReliableStateManagerConfiguration)null)
    {
    }

    /// <summary>Initializes a provider with a given configuration.</summary>
    /// <param name="stateManagerConfig">The configuration; null for what the sections that have the name of the actor
    /// service say.</param>
    public ReliableCollectionsActorStateProvider(ReliableStateManagerConfiguration stateManagerConfig)
        : this(new RowStateProvider(
            (parameters, type) => ActorStateProviders.CreateManager(parameters, type, stateManagerConfig),
            static manager => new ReliableRowStore(manager, TimeProvider.System),
            TimeProvider.System))
    {
    }

    /// <summary>
    /// Initializes a provider with a given configuration and with numbers of dictionaries, which have no effect here:
    /// there is one dictionary of each kind, and locks are those of single keys.
    /// </summary>
    /// <param name="stateManagerConfig">The configuration; null for what the sections that have the name of the actor
    /// service say.</param>
    /// <param name="actorStateDictionaryCount">One or more; it has no effect.</param>
    /// <param name="reminderDictionaryCount">One or more; it has no effect.</param>
    /// <exception cref="ArgumentOutOfRangeException">A number is zero or less.</exception>
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
