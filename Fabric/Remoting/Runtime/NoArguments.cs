using System;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime;

internal readonly struct NoArguments : IArguments<NoArguments>
{
    public static object Bind(MethodInfo method, object service) => MethodTable.TakesToken(method)
        ? method.CreateDelegate<Func<CancellationToken, Task>>(service)
        : method.CreateDelegate<Func<Task>>(service);

    public static object BindOpen(MethodInfo method) => OpenMethod.Bind<Func<object, CancellationToken, Task>>(method);

    public static NoArguments Read(object bound, ref MessageReader reader) => default;

    public void GiveBack(ReusedArrays arrays)
    {
    }

    public Task Invoke(object bound, CancellationToken token) => bound is Func<Task> plain
        ? plain()
        : ((Func<CancellationToken, Task>)bound)(token);

    public Task InvokeOn(object target, object bound, CancellationToken token) =>
        ((Func<object, CancellationToken, Task>)bound)(target, token);
}
