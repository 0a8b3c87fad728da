using System;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>Three arguments and more: boxed into an array, called through a method invoker. The slower way.</summary>
internal readonly struct ManyArguments(object?[] values) : IArguments<ManyArguments>
{
    public static object Bind(MethodInfo method, object service) => MakeBinding(method, service);

    public static object BindOpen(MethodInfo method) => MakeBinding(method, null);

    private static Binding MakeBinding(MethodInfo method, object? service) => new(
        MethodInvoker.Create(method), service, MethodTable.TakesToken(method), ArgumentReaders.Of(method));

    public static ManyArguments Read(object bound, ref MessageReader reader)
    {
        var binding = (Binding)bound;
        var values = new object?[binding.Readers.Length + (binding.TakesToken ? 1 : 0)];
        for (var i = 0; i < binding.Readers.Length; i++)
            values[i] = binding.Readers[i](ref reader);
        return new(values);
    }

    public void GiveBack(ReusedArrays arrays)
    {
        foreach (var value in values)
            arrays.Return(value);
    }

    public Task Invoke(object bound, CancellationToken token) => InvokeOn(((Binding)bound).Service!, bound, token);

    public Task InvokeOn(object target, object bound, CancellationToken token)
    {
        var binding = (Binding)bound;
        if (binding.TakesToken)
            values[^1] = token;
        return (Task)binding.Invoker.Invoke(target, values.AsSpan())!;
    }

    private sealed record Binding(MethodInvoker Invoker, object? Service, bool TakesToken, ArgumentReader[] Readers);
}
