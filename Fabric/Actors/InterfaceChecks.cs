using System;
using System.Linq;
using System.Reflection;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;

namespace SfPerf.Fabric.Actors;

/// <summary>Determines whether the methods of actor and event interfaces can be called remotely.</summary>
internal static class InterfaceChecks
{
    /// <summary>Checks an actor interface and those it derives from.</summary>
    /// <exception cref="ArgumentException">Names the member and what is wrong with it.</exception>
    internal static void CheckActorInterface(Type contract)
    {
        foreach (var part in contract.GetInterfaces().Prepend(contract).Where(p => p.GetMethods().Length > 0))
            Check(part, IsTask, "must return Task or Task<T>");
    }

    /// <summary>Checks an event interface.</summary>
    /// <exception cref="ArgumentException">Names the member and what is wrong with it.</exception>
    internal static void CheckEventInterface(Type contract)
    {
        if (contract.GetInterfaces() is not [var parent] || parent != typeof(IActorEvents))
        {
            throw new ArgumentException(
                $"The event interface {contract.FullName} must derive from IActorEvents and from nothing else.");
        }

        Check(contract, static t => t == typeof(void), "must return void");
    }

    private static void Check(Type contract, Func<Type, bool> mayReturn, string result)
    {
        if (contract.IsGenericType)
            throw new ArgumentException($"The interface {contract} is generic; a remote interface cannot be.");
        if (!contract.IsVisible)
        {
            throw new ArgumentException(
                $"The interface {contract.FullName} is not public; a remote interface must be.");
        }

        foreach (var method in contract.GetMethods())
            Check(method, mayReturn, result);
        if (contract.GetMethods().GroupBy(m => m.Name).FirstOrDefault(g => g.Count() > 1) is { } overloaded)
        {
            throw new ArgumentException(
                $"The method '{contract.FullName}.{overloaded.Key}' is overloaded; a remote method cannot be.");
        }
    }

    private static void Check(MethodInfo method, Func<Type, bool> mayReturn, string result)
    {
        var wrong = method.IsGenericMethod ? "is generic; a remote method cannot be"
            : method.CallingConvention.HasFlag(CallingConventions.VarArgs) ? "has a variable list of arguments"
            : method.GetParameters().Any(p => p.ParameterType.IsByRef)
                ? "has a ref, out or in parameter; a remote method cannot have one"
            : !mayReturn(method.ReturnType) ? $"returns {method.ReturnType}; it {result}"
            : null;
        if (wrong is not null)
            throw new ArgumentException($"The method '{method.DeclaringType!.FullName}.{method.Name}' {wrong}.");
    }

    private static bool IsTask(Type type) => type == typeof(Task)
        || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(Task<>));
}
