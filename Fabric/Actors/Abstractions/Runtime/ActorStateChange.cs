#nullable disable

using System;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Specifies how a state in memory differs from what is stored.</summary>
public enum StateChangeKind
{
    /// <summary>It does not differ. A state provider does nothing.</summary>
    None = 0,
    /// <summary>The state was not stored when the turn set it.</summary>
    Add = 1,
    /// <summary>The state replaces one that may be stored, possibly of another type.</summary>
    Update = 2,
    /// <summary>The stored state is to be removed. The value does not matter.</summary>
    Remove = 3,
}

/// <summary>Describes the change of one state to the state provider that stores it.</summary>
public sealed class ActorStateChange
{
    /// <summary>Initializes a new description.</summary>
    /// <param name="stateName">The name of the state.</param>
    /// <param name="type">The type that the value is stored as.</param>
    /// <param name="value">The value, which may be null.</param>
    /// <param name="changeKind">What happens to the stored state.</param>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    public ActorStateChange(string stateName, Type type, object value, StateChangeKind changeKind)
    {
        ArgumentNullException.ThrowIfNull(stateName);
        StateName = stateName;
        Type = type;
        Value = value;
        ChangeKind = changeKind;
    }

    /// <summary>Gets the name of the state.</summary>
    public string StateName { get; }

    /// <summary>
    /// Gets the type that the value is stored as: the one that it was last read or set as. The value may be of a
    /// derived type.
    /// </summary>
    public Type Type { get; }

    /// <summary>
    /// Gets the value; null if that is the value, or if the state is removed without having been read.
    /// </summary>
    public object Value { get; }

    /// <summary>Gets what happens to the stored state.</summary>
    public StateChangeKind ChangeKind { get; }
}
