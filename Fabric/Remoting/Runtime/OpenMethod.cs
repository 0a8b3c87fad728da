using System;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>Makes delegates of interface methods whose first argument is the object they are called on, and whose last
/// is a cancellation token, whether or not the method takes one.</summary>
internal static class OpenMethod
{
    /// <typeparam name="TDelegate">A function of an object, the method's arguments and a token, to a task.</typeparam>
    internal static TDelegate Bind<TDelegate>(MethodInfo method)
        where TDelegate : Delegate
    {
        Type[] parameters = [typeof(object), .. MethodTable.ArgumentTypes(method), typeof(CancellationToken)];
        var call = new DynamicMethod(
            $"{method.DeclaringType}.{method.Name}", typeof(Task), parameters, typeof(OpenMethod).Module,
            skipVisibility: true);
        var il = call.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Castclass, method.DeclaringType!);
        var count = method.GetParameters().Length;
        foreach (var argument in Enumerable.Range(1, count))
            il.Emit(OpCodes.Ldarg, (short)argument);
        il.Emit(OpCodes.Callvirt, method);
        il.Emit(OpCodes.Ret);
        return call.CreateDelegate<TDelegate>();
    }
}
