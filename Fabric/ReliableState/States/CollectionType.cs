using System;
using System.Linq;
using System.Reflection;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Dictionaries;
using SfPerf.Fabric.ReliableState.Queues;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.States;

/// <summary>The type of a collection, as a service asks for it and as the log names it.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Key">The type of its keys; null for queues.</param>
/// <param name="Value">The type of its values or items.</param>
internal sealed record CollectionType(CollectionKind Kind, Type? Key, Type Value)
{
    /// <summary>Gets the collection type behind an interface.</summary>
    /// <exception cref="ArgumentException">There is no such collection here.</exception>
    internal static CollectionType Of(Type type)
    {
        var definition = type.IsGenericType ? type.GetGenericTypeDefinition() : null;
        var arguments = type.GetGenericArguments();
        if (definition == typeof(IReliableDictionary<,>) || definition == typeof(IReliableDictionary2<,>))
            return new(CollectionKind.Dictionary, arguments[0], arguments[1]);
        if (definition == typeof(IReliableQueue<>))
            return new(CollectionKind.Queue, null, arguments[0]);
        if (definition == typeof(IReliableConcurrentQueue<>))
            return new(CollectionKind.ConcurrentQueue, null, arguments[0]);
        throw new ArgumentException($"{type} is not supported: ask for IReliableDictionary<TKey, TValue>, "
            + "IReliableDictionary2<TKey, TValue>, IReliableQueue<T> or IReliableConcurrentQueue<T>.");
    }

    /// <summary>Reads what <see cref="ToString"/> wrote. Versions of assemblies do not matter.</summary>
    /// <exception cref="TypeLoadException">This program has no such type (any more).</exception>
    internal static CollectionType Parse(string text)
    {
        var parts = text.Split('\n');
        if (parts.Length != 3 || !Enum.TryParse<CollectionKind>(parts[0], out var kind))
            throw new TypeLoadException($"The log names a kind of collection that is not known here: '{text}'.");
        return new(kind, parts[1].Length == 0 ? null : Load(parts[1]), Load(parts[2]));
    }

    /// <inheritdoc/>
    public override string ToString() =>
        string.Join('\n', Kind, Key?.AssemblyQualifiedName, Value.AssemblyQualifiedName);

    /// <summary>Makes an empty collection.</summary>
    internal ReliableCollection Create(StateContext context, Uri name)
    {
        var type = Kind switch
        {
            CollectionKind.Dictionary => typeof(ReliableDictionary<,>).MakeGenericType(Key!, Value),
            CollectionKind.Queue => typeof(ReliableQueue<>).MakeGenericType(Value),
            _ => typeof(ReliableConcurrentQueue<>).MakeGenericType(Value),
        };
        try
        {
            return (ReliableCollection)Activator.CreateInstance(type, context, name)!;
        }
        catch (TargetInvocationException e) when (e.InnerException is { } inner)
        {
            throw new ArgumentException($"A {Kind} of {Key} {Value} cannot be made: {inner.Message}", inner);
        }
    }

    private static Type Load(string name) => Type.GetType(
        name, static assembly => FindAssembly(assembly), typeResolver: null, throwOnError: true)!;

    private static Assembly FindAssembly(AssemblyName name) =>
        AppDomain.CurrentDomain.GetAssemblies().FirstOrDefault(a => a.GetName().Name == name.Name)
        ?? Assembly.Load(new AssemblyName(name.Name!));
}
