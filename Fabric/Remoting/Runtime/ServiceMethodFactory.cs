using System.Reflection;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>
/// Binds the methods of a contract to a service object, once: no reflection in a call of up to two arguments.
/// </summary>
internal static class ServiceMethodFactory
{
    internal static ServiceMethod Create(MethodInfo method, object service)
    {
        var arguments = MethodTable.ArgumentTypes(method);
        var packed = arguments.Length switch
        {
            0 => typeof(NoArguments),
            1 => typeof(OneArgument<>).MakeGenericType(arguments),
            2 => typeof(TwoArguments<,>).MakeGenericType(arguments),
            _ => typeof(ManyArguments),
        };
        return (ServiceMethod)typeof(ServiceMethodFactory)
            .GetMethod(nameof(CreateTyped), BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(packed, MethodTable.ResultType(method)).Invoke(null, [method, service])!;
    }

    private static BoundMethod<TArguments, TResult> CreateTyped<TArguments, TResult>(MethodInfo method, object service)
        where TArguments : IArguments<TArguments> => new(TArguments.Bind(method, service))
        {
            Id = MethodTable.IdOf(method),
            TakesToken = MethodTable.TakesToken(method),
        };
}
