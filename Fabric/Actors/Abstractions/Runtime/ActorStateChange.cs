#nullable disable

using System;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>How a state differs from what is stored.</summary>
public enum StateChangeKind
{
    None = 0,
    Add = 1,
    Update = 2,
    Remove = 3,
}

/// <summary>A state's change, as a state provider stores it.</summary>
public sealed class ActorStateChange
{
    public ActorStateChange(string stateName, Type type, object value, StateChangeKind changeKind)
    {
        ArgumentNullException.ThrowIfNull(stateName);
        StateName = stateName;
        Type = type;
        Value = value;
        ChangeKind = changeKind;
    }

    public string StateName { get; }

    /// <summary>Gets the type that the value is stored as.</summary>
    public Type Type { get; }

    public object Value { get; }

    public StateChangeKind ChangeKind { get; }
}
