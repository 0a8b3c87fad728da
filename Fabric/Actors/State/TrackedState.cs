using System;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.Actors.State;

/// <summary>Represents one state of an actor in memory, and how it differs from what is stored.</summary>
internal abstract class TrackedState(string name, RowKey key, StateChangeKind kind)
{
    private StateChangeKind _kind = kind;

    internal string Name { get; } = name;

    /// <summary>Gets the key of its row; none where a provider of the service's own stores it.</summary>
    internal RowKey Key { get; } = key;

    /// <summary>Gets a value indicating whether a save that has not ended carries the change.</summary>
    internal bool IsSaving { get; private set; }

    internal StateChangeKind Kind => _kind;

    internal bool IsRemoved => _kind == StateChangeKind.Remove;

    internal bool IsChanged => _kind != StateChangeKind.None;

    /// <summary>Gets what the state has to become when it is set.</summary>
    internal StateChangeKind KindWhenSet =>
        _kind == StateChangeKind.Add && !IsSaving ? StateChangeKind.Add : StateChangeKind.Update;

    /// <summary>Gets a value indicating whether the store may hold the state.</summary>
    internal bool MayBeStored => _kind != StateChangeKind.Add || IsSaving;

    internal void Change(StateChangeKind kind) => (_kind, IsSaving) = (kind, false);

    internal void BeginSaving() => IsSaving = true;

    /// <summary>Ends a save.</summary>
    /// <returns>Whether the memory and the store agree: what changed meanwhile is still to be saved.</returns>
    internal bool EndSaving(bool isSaved)
    {
        if (!IsSaving)
            return false;
        IsSaving = false;
        if (isSaved)
            _kind = StateChangeKind.None;
        return isSaved;
    }

    /// <summary>Makes the bytes of the value; null for a state that is removed.</summary>
    internal abstract byte[]? Serialize();

    internal abstract ActorStateChange ToChange();

    /// <summary>Gets the value as a type that it may have been set as a subtype of.</summary>
    /// <exception cref="InvalidCastException">The value is of another type.</exception>
    internal abstract TAs ValueAs<TAs>();
}

/// <summary>A state of the type that it was last read or set as.</summary>
internal sealed class TrackedState<T>(string name, RowKey key, StateChangeKind kind, T value)
    : TrackedState(name, key, kind)
{
    private T _value = value;
    private Task<T>? _read;                       // made once for all who read the value
    private Task<ConditionalValue<T>>? _tryRead;  // likewise

    internal T Value
    {
        get => _value;
        set => (_value, _read, _tryRead) = (value, null, null);
    }

    internal Task<T> Read => _read ??= Task.FromResult(_value);

    internal Task<ConditionalValue<T>> TryRead =>
        _tryRead ??= Task.FromResult(new ConditionalValue<T>(true, _value));

    internal override byte[]? Serialize() => IsRemoved ? null : StateCodec<T>.Instance.Write(_value);

    internal override TAs ValueAs<TAs>() => _value is TAs value ? value
        : _value is null && default(TAs) is null ? default!
        : throw new InvalidCastException($"The state '{Name}' is of type {typeof(T)}, not {typeof(TAs)}.");

    internal override ActorStateChange ToChange() => new(Name, typeof(T), _value, Kind);
}
