using System;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Reflection;
using SfPerf.Fabric.Remoting.Runtime;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Actors.Runtime.Events;

/// <summary>Describes how the events of an interface travel. Thread safe.</summary>
internal sealed class EventContract
{
    private static readonly ConcurrentDictionary<Type, EventContract> Known = new();
    private readonly FrozenDictionary<MethodInfo, (int Id, Action<MessageBuffer, object?>[] Writers)> _sent;
    private readonly FrozenDictionary<int, object> _received;

    private EventContract(Type type)
    {
        InterfaceChecks.CheckEventInterface(type);
        Id = IdOf(type.FullName!);
        var write = typeof(EventContract).GetMethod(nameof(Write), BindingFlags.Static | BindingFlags.NonPublic)!;
        var methods = type.GetMethods();
        _sent = methods.ToFrozenDictionary(m => m, m => (MethodTable.IdOf(m), Array.ConvertAll(
            MethodTable.ArgumentTypes(m),
            t => write.MakeGenericMethod(t).CreateDelegate<Action<MessageBuffer, object?>>())));
        _received = methods.ToFrozenDictionary(MethodTable.IdOf, ManyArguments.BindOpen);
    }

    /// <summary>Gets the interface's number in subscriptions.</summary>
    internal int Id { get; }

    /// <exception cref="ArgumentException">The interface is none of events, or has a method that cannot be one.
    /// </exception>
    internal static EventContract Of(Type type) => Known.GetOrAdd(type, static t => new(t));

    /// <summary>Writes an event as a frame whose subscription is written last.</summary>
    /// <returns>The method's id.</returns>
    internal int Write(MessageBuffer frame, MethodInfo method, object?[] arguments)
    {
        var (id, writers) = _sent[method];
        frame.Reset(Frames.EventHeaderBytes);
        for (var i = 0; i < writers.Length; i++)
            writers[i](frame, arguments[i]);
        return id;
    }

    /// <summary>Reads an event.</summary>
    /// <returns>What calls the method on a subscriber; null for a method that this side does not know.</returns>
    internal Action<object>? Read(int method, ref MessageReader reader)
    {
        if (!_received.TryGetValue(method, out var bound))
            return null;
        var arguments = ManyArguments.Read(bound, ref reader);
        // A void method has no task.
        return subscriber => _ = arguments.InvokeOn(subscriber, bound, default);
    }

    private static int IdOf(string name)
    {
        var hash = 2166136261u; // FNV-1a, 32 bits, as of methods
        foreach (var unit in name)
            hash = (hash ^ unit) * 16777619u;
        return (int)hash;
    }

    private static void Write<T>(MessageBuffer frame, object? value) => Codec<T>.Default.Write(frame, (T)value!);
}
