using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Reflection;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime.Handlers;

/// <summary>
/// The remote methods that the dispatchers of this process have named. A message handler of a program does not tell
/// which interfaces it serves: its calls are read by the types of the methods here. Thread safe.
/// </summary>
internal static class KnownMethods
{
    private static readonly ConcurrentDictionary<int, MethodInfo> ById = new();

    /// <exception cref="ArgumentException">Two methods of different names have the same id.</exception>
    internal static void Add(IEnumerable<MethodInfo> methods)
    {
        foreach (var method in methods)
        {
            var known = ById.GetOrAdd(MethodTable.IdOf(method), method);
            if (FullName(known) != FullName(method))
                throw new ArgumentException($"{FullName(known)} and {FullName(method)} have the same id: rename one.");
        }
    }

    internal static MethodInfo? Find(int id) => ById.GetValueOrDefault(id);

    private static string FullName(MethodInfo method) => $"{method.DeclaringType}.{method.Name}";
}
