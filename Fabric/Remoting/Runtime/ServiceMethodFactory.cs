using System;
using System.Reflection;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>
/// Binds the methods of a contract to a service object, once: no reflection in a call of up to two arguments.
/// </summary>
internal static class ServiceMethodFactory
{
    internal static ServiceMethod Create(MethodInfo method, object service) =>
        (ServiceMethod)typeof(ServiceMethodFactory)
            .GetMethod(nameof(CreateTyped), BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(ArgumentsOf(method), MethodTable.ResultType(method)).Invoke(null, [method, service])!;

    /// <summary>Gets the type that packs a method's arguments.</summary>
    internal static Type ArgumentsOf(MethodInfo method)
    {
        var arguments = MethodTable.ArgumentTypes(method);
        return arguments.Length switch
        {
            0 => typeof(NoArguments),
            1 => typeof(OneArgument<>).MakeGenericType(arguments),
            2 => typeof(TwoArguments<,>).MakeGenericType(arguments),
            _ => typeof(ManyArguments),
        };
    }

    private static BoundMethod<TArguments, TResult> CreateTyped<TArguments, TResult>(MethodInfo method, object service)
        where TArguments : IArguments<TArguments> => new(TArguments.Bind(method, service))
        {
            Id = MethodTable.IdOf(method),
            TakesToken = MethodTable.TakesToken(method),
        };
}
