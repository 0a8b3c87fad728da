using System;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Where the state of an actor lives.</summary>
public enum StatePersistence
{
    /// <summary>In the memory of the primary: deactivation keeps it, a change of the primary loses it.</summary>
    None = 0,

    /// <summary>In the memory of a quorum of replicas.</summary>
    Volatile = 1,

    /// <summary>On the disks of a quorum of replicas.</summary>
    Persisted = 2,
}

/// <summary>Says where the state of an actor lives; without it, <see cref="StatePersistence.None"/>.</summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class StatePersistenceAttribute : Attribute
{
    public StatePersistenceAttribute(StatePersistence statePersistence) => StatePersistence = statePersistence;

    public StatePersistence StatePersistence { get; }
}
