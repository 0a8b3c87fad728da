using System;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime;

internal readonly struct TwoArguments<T1, T2>(T1 first, T2 second) : IArguments<TwoArguments<T1, T2>>
{
    public static object Bind(MethodInfo method, object service) => MethodTable.TakesToken(method)
        ? method.CreateDelegate<Func<T1, T2, CancellationToken, Task>>(service)
        : method.CreateDelegate<Func<T1, T2, Task>>(service);

    public static object BindOpen(MethodInfo method) =>
        OpenMethod.Bind<Func<object, T1, T2, CancellationToken, Task>>(method);

    public static TwoArguments<T1, T2> Read(object bound, ref MessageReader reader)
    {
        var first = Codec<T1>.Default.Read(ref reader);
        return new(first, Codec<T2>.Default.Read(ref reader));
    }

    public void GiveBack(ReusedArrays arrays)
    {
        arrays.Return(first);
        arrays.Return(second);
    }

    public Task Invoke(object bound, CancellationToken token) => bound is Func<T1, T2, Task> plain
        ? plain(first, second)
        : ((Func<T1, T2, CancellationToken, Task>)bound)(first, second, token);

    public Task InvokeOn(object target, object bound, CancellationToken token) =>
        ((Func<object, T1, T2, CancellationToken, Task>)bound)(target, first, second, token);
}
