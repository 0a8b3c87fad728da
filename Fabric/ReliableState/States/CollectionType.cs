using System;
using System.Linq;
using System.Reflection;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState.Dictionaries;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.States;

/// <summary>The type of a collection, as a service asks for it and as the log names it.</summary>
internal sealed record CollectionType(Type Key, Type Value)
{
    private const string Dictionary = "Dictionary";

    /// <summary>Gets the collection type behind an interface.</summary>
    /// <exception cref="ArgumentException">There is no such collection here.</exception>
    internal static CollectionType Of(Type type)
    {
        var definition = type.IsGenericType ? type.GetGenericTypeDefinition() : null;
        if (definition != typeof(IReliableDictionary<,>) && definition != typeof(IReliableDictionary2<,>))
        {
            throw new ArgumentException(
                $"{type} is not supported: ask for IReliableDictionary<TKey, TValue> or "
                + "IReliableDictionary2<TKey, TValue>.");
        }
        var arguments = type.GetGenericArguments();
        return new(arguments[0], arguments[1]);
    }

    /// <summary>Reads what <see cref="ToString"/> wrote. Versions of assemblies do not matter.</summary>
    /// <exception cref="TypeLoadException">This program has no such type (any more).</exception>
    internal static CollectionType Parse(string text)
    {
        var parts = text.Split('\n');
        if (parts is not [Dictionary, var key, var value])
            throw new TypeLoadException($"The log names a kind of collection that is not known here: '{text}'.");
        return new(Load(key), Load(value));
    }

    /// <inheritdoc/>
    public override string ToString() =>
        string.Join('\n', Dictionary, Key.AssemblyQualifiedName, Value.AssemblyQualifiedName);

    /// <summary>Makes an empty collection.</summary>
    internal ReliableCollection Create(StateContext context, Uri name)
    {
        try
        {
            var type = typeof(ReliableDictionary<,>).MakeGenericType(Key, Value);
            return (ReliableCollection)Activator.CreateInstance(type, context, name)!;
        }
        catch (TargetInvocationException e) when (e.InnerException is { } inner)
        {
            throw new ArgumentException($"A dictionary of {Key} and {Value} cannot be made: {inner.Message}", inner);
        }
    }

    private static Type Load(string name) => Type.GetType(
        name, static assembly => FindAssembly(assembly), typeResolver: null, throwOnError: true)!;

    private static Assembly FindAssembly(AssemblyName name) =>
        AppDomain.CurrentDomain.GetAssemblies().FirstOrDefault(a => a.GetName().Name == name.Name)
        ?? Assembly.Load(new AssemblyName(name.Name!));
}
