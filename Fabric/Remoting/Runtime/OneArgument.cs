using System;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime;

internal readonly struct OneArgument<T>(T value) : IArguments<OneArgument<T>>
{
    public static object Bind(MethodInfo method, object service) => MethodTable.TakesToken(method)
        ? method.CreateDelegate<Func<T, CancellationToken, Task>>(service)
        : method.CreateDelegate<Func<T, Task>>(service);

    public static object BindOpen(MethodInfo method) =>
        OpenMethod.Bind<Func<object, T, CancellationToken, Task>>(method);

    public static OneArgument<T> Read(object bound, ref MessageReader reader) => new(Codec<T>.Default.Read(ref reader));

    public void GiveBack(ReusedArrays arrays) => arrays.Return(value);

    public Task Invoke(object bound, CancellationToken token) => bound is Func<T, Task> plain
        ? plain(value)
        : ((Func<T, CancellationToken, Task>)bound)(value, token);

    public Task InvokeOn(object target, object bound, CancellationToken token) =>
        ((Func<object, T, CancellationToken, Task>)bound)(target, value, token);
}
