using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>
/// The remote methods of an interface with their ids: a stable hash of interface, name and parameter types.
/// </summary>
internal static class MethodTable
{
    /// <summary>Gets the methods of an interface and of those it derives from.</summary>
    /// <exception cref="ArgumentException">A method that cannot be called remotely: which, and why.</exception>
    internal static IReadOnlyList<MethodInfo> Of(Type contract)
    {
        var methods = contract.GetInterfaces().Prepend(contract).SelectMany(i => i.GetMethods()).ToArray();
        foreach (var method in methods)
            Check(method);
        return methods;
    }

    internal static int IdOf(MethodInfo method)
    {
        var text = new StringBuilder(method.DeclaringType!.FullName).Append('.').Append(method.Name);
        foreach (var parameter in method.GetParameters())
            text.Append(',').Append(parameter.ParameterType);
        return IdOf(text.ToString());
    }

    internal static int IdOf(string name)
    {
        var hash = 2166136261u; // FNV-1a, 32 bits: the same in every process and version
        foreach (var unit in name)
            hash = (hash ^ unit) * 16777619u;
        return (int)hash;
    }

    /// <summary>Gets the parameters that travel: all but a cancellation token at the end.</summary>
    internal static Type[] ArgumentTypes(MethodInfo method) =>
        [.. method.GetParameters().Select(p => p.ParameterType).Where(t => t != typeof(CancellationToken))];

    internal static bool TakesToken(MethodInfo method) =>
        method.GetParameters() is [.., { ParameterType: var last }] && last == typeof(CancellationToken);

    internal static Type ResultType(MethodInfo method) =>
        method.ReturnType == typeof(Task) ? typeof(Nothing) : method.ReturnType.GetGenericArguments()[0];

    private static void Check(MethodInfo method)
    {
        var name = $"{method.DeclaringType}.{method.Name}";
        if (method.IsGenericMethod)
            throw new ArgumentException($"The remote method '{name}' is generic; remote methods cannot be.");
        var isTask = method.ReturnType == typeof(Task)
            || (method.ReturnType.IsGenericType && method.ReturnType.GetGenericTypeDefinition() == typeof(Task<>));
        if (!isTask)
        {
            throw new ArgumentException(
                $"The remote method '{name}' returns {method.ReturnType}, not Task or Task<T>.");
        }

        var parameters = method.GetParameters();
        if (parameters.Any(p => p.ParameterType.IsByRef))
            throw new ArgumentException($"The remote method '{name}' has a ref, out or in parameter; none is allowed.");
        if (parameters.SkipLast(1).Any(p => p.ParameterType == typeof(CancellationToken)))
            throw new ArgumentException($"The cancellation token of '{name}' is not its last parameter.");
    }
}
