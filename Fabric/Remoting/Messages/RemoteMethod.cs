using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Remoting.Client;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Messages;

/// <summary>A remote method whose arguments and result come as objects. Thread safe.</summary>
internal abstract class RemoteMethod
{
    private static readonly ConcurrentDictionary<MethodInfo, RemoteMethod> Known = new();
    private readonly Action<MessageBuffer, object?>[] _writers;

    protected RemoteMethod(MethodInfo method)
    {
        Id = MethodTable.IdOf(method);
        Name = method.Name;
        InterfaceName = method.DeclaringType!.FullName!;
        Parameters = [.. method.GetParameters().Where(p => p.ParameterType != typeof(CancellationToken))];
        var write = typeof(RemoteMethod).GetMethod(nameof(Write), BindingFlags.Static | BindingFlags.NonPublic)!;
        _writers = Array.ConvertAll(Parameters, p => write.MakeGenericMethod(p.ParameterType)
            .CreateDelegate<Action<MessageBuffer, object?>>());
    }

    internal int Id { get; }

    internal string Name { get; }

    internal string InterfaceName { get; }

    /// <summary>Gets the parameters that travel.</summary>
    internal ParameterInfo[] Parameters { get; }

    internal static RemoteMethod Of(MethodInfo method) => Known.GetOrAdd(method, static m =>
        (RemoteMethod)Activator.CreateInstance(typeof(RemoteMethod<>).MakeGenericType(MethodTable.ResultType(m)), m)!);

    /// <summary>Calls the method; a result of none is null.</summary>
    /// <param name="target">The partition.</param>
    /// <param name="writeTarget">Writes the object that the call is for.</param>
    /// <param name="headers">Those of the program's own; null for none.</param>
    /// <param name="arguments">Gets the argument of a position.</param>
    /// <param name="token">Cancels the call at the service.</param>
    /// <exception cref="System.Fabric.FabricMessageTooLargeException">The headers are too many or too long.
    /// </exception>
    internal abstract Task<object?> CallAsync(
        ProxyTarget target, Action<MessageBuffer> writeTarget,
        IReadOnlyCollection<KeyValuePair<string, byte[]?>>? headers, Func<int, object?> arguments,
        CancellationToken token);

    protected void WriteArguments(MessageBuffer message, Func<int, object?> arguments)
    {
        for (var i = 0; i < _writers.Length; i++)
            _writers[i](message, arguments(i));
    }

    private static void Write<T>(MessageBuffer message, object? value) => Codec<T>.Default.Write(message, (T)value!);
}

/// <summary>A remote method whose result is a T.</summary>
internal sealed class RemoteMethod<T>(MethodInfo method) : RemoteMethod(method)
{
    internal override async Task<object?> CallAsync(
        ProxyTarget target, Action<MessageBuffer> writeTarget,
        IReadOnlyCollection<KeyValuePair<string, byte[]?>>? headers, Func<int, object?> arguments,
        CancellationToken token)
    {
        if (headers is not null)
            HeaderBlock.Check(headers);
        var call = ProxyRuntime.Begin<T>(Id);
        if (headers is not null)
        {
            call.HasHeaders = true;
            HeaderBlock.Write(call.Message, headers);
        }
        writeTarget(call.Message);
        WriteArguments(call.Message, arguments);
        var result = await ProxyRuntime.Send(call, target, token).ConfigureAwait(false);
        return typeof(T) == typeof(Nothing) ? null : result;
    }
}
