using System;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>
/// Specifies where the state of an actor lives, and with it what a turn waits for and what a failure loses.
/// </summary>
public enum StatePersistence
{
    /// <summary>
    /// In the memory of the primary: deactivation keeps it, a change of the primary loses it, reminders included.
    /// </summary>
    None = 0,

    /// <summary>
    /// In the memory of a quorum of replicas: it is lost when all replicas are gone at once. The manifest says
    /// HasPersistedState="false".
    /// </summary>
    Volatile = 1,

    /// <summary>
    /// On the disks of a quorum of replicas. A turn that changed a state is answered when a quorum has it on its disks.
    /// </summary>
    Persisted = 2,
}

/// <summary>
/// Specifies where the state of an actor class lives; without it, <see cref="StatePersistence.None"/>.
/// </summary>
/// <remarks>
/// It is not inherited. The setting ActorStateProviderOverride/ActorStateProvider of the configuration package takes
/// its place.
/// </remarks>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class StatePersistenceAttribute : Attribute
{
    /// <summary>Initializes the attribute.</summary>
    /// <param name="statePersistence">Where the state lives.</param>
    public StatePersistenceAttribute(StatePersistence statePersistence) => StatePersistence = statePersistence;

    /// <summary>Gets where the state lives.</summary>
    public StatePersistence StatePersistence { get; }
}
