using System;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime.Handlers;

/// <summary>A method of a service that a dispatcher calls with the arguments of a message. Thread safe.</summary>
internal abstract class DispatchedMethod
{
    private readonly MethodInvoker _invoker;
    private readonly ParameterInfo[] _parameters;
    private readonly int _travelling;

    protected DispatchedMethod(MethodInfo method)
    {
        _invoker = MethodInvoker.Create(method);
        _parameters = method.GetParameters();
        _travelling = MethodTable.ArgumentTypes(method).Length;
        Id = MethodTable.IdOf(method);
        Name = method.Name;
        InterfaceName = method.DeclaringType!.FullName!;
    }

    internal int Id { get; }

    internal string Name { get; }

    internal string InterfaceName { get; }

    internal static DispatchedMethod Create(MethodInfo method) => (DispatchedMethod)Activator.CreateInstance(
        typeof(DispatchedMethod<>).MakeGenericType(MethodTable.ResultType(method)), method)!;

    /// <summary>Calls the method; a result of none is null.</summary>
    internal abstract Task<object?> InvokeAsync(
        object service, IServiceRemotingRequestMessageBody body, CancellationToken token);

    protected Task Begin(object service, IServiceRemotingRequestMessageBody body, CancellationToken token)
    {
        var arguments = new object?[_parameters.Length];
        for (var i = 0; i < _travelling; i++)
            arguments[i] = body.GetParameter(i, _parameters[i].Name, _parameters[i].ParameterType);
        if (_travelling < arguments.Length)
            arguments[^1] = token;
        return (Task?)_invoker.Invoke(service, arguments.AsSpan())
            ?? throw new InvalidOperationException("The service method returned null where a task is expected.");
    }
}

/// <summary>A dispatched method whose result is a T.</summary>
internal sealed class DispatchedMethod<T>(MethodInfo method) : DispatchedMethod(method)
{
    internal override async Task<object?> InvokeAsync(
        object service, IServiceRemotingRequestMessageBody body, CancellationToken token)
    {
        var task = Begin(service, body, token);
        if (task is Task<T> typed)
            return await typed.ConfigureAwait(false);
        await task.ConfigureAwait(false);
        return null;
    }
}
