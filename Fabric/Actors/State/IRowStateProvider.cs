using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Fabric.Actors.State;

/// <summary>A state provider whose rows an actor's state manager writes itself, a turn in one record.</summary>
internal interface IRowStateProvider : IActorStateProvider
{
    /// <summary>Gets the rows, once the replica is initialized.</summary>
    ActorRows Rows { get; }

    /// <summary>Gets the present term of the replica's role; null while the replica is not initialized.</summary>
    RoleTerm? Term { get; }
}
