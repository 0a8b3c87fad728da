using System;
using System.Reflection;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Actors.Tests.Runtime.Doubles;

/// <summary>An object of any interface whose methods do nothing.</summary>
public class Nothing : DispatchProxy
{
    private static readonly MethodInfo Default =
        typeof(Nothing).GetMethod(nameof(DefaultTask), BindingFlags.Static | BindingFlags.NonPublic)!;

    internal static T Of<T>()
        where T : class => Create<T, Nothing>();

    protected override object? Invoke(MethodInfo? targetMethod, object?[]? args)
    {
        var result = targetMethod!.ReturnType;
        if (result == typeof(Task))
            return Task.CompletedTask;
        if (result.IsGenericType && result.GetGenericTypeDefinition() == typeof(Task<>))
            return Default.MakeGenericMethod(result.GetGenericArguments()).Invoke(null, null);
        return result.IsValueType && result != typeof(void) ? Activator.CreateInstance(result) : null;
    }

    private static Task<T?> DefaultTask<T>() => Task.FromResult(default(T));
}
