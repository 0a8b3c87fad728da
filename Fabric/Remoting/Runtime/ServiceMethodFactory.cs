using System;
using System.Reflection;
using Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;
using SfPerf.Fabric.Remoting.Runtime.Handlers;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>
/// Binds the methods of a contract to a service object, once: no reflection in a call of up to two arguments.
/// </summary>
internal static class ServiceMethodFactory
{
    internal static ServiceMethod Create(MethodInfo method, object service) =>
        Create(method, service, ArgumentsOf(method));

    /// <summary>Binds a method to a message handler, which gets its calls as messages.</summary>
    internal static ServiceMethod CreateHandled(MethodInfo method, IServiceRemotingMessageHandler handler) =>
        Create(method, handler, typeof(HandledArguments));

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

    private static ServiceMethod Create(MethodInfo method, object service, Type arguments) =>
        (ServiceMethod)typeof(ServiceMethodFactory)
            .GetMethod(nameof(CreateTyped), BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(arguments, MethodTable.ResultType(method)).Invoke(null, [method, service])!;

    private static BoundMethod<TArguments, TResult> CreateTyped<TArguments, TResult>(MethodInfo method, object service)
        where TArguments : IArguments<TArguments> => new(TArguments.Bind(method, service))
        {
            Id = MethodTable.IdOf(method),
            TakesToken = MethodTable.TakesToken(method),
        };
}
