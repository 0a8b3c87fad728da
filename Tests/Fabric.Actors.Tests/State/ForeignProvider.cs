using System.Reflection;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Fabric.Actors.Tests.State;

/// <summary>A state provider of a service's own: it has the members of the interface and no others.</summary>
public class ForeignProvider : DispatchProxy
{
    private IActorStateProvider? _inner;

    internal static IActorStateProvider Around(IActorStateProvider inner)
    {
        var provider = Create<IActorStateProvider, ForeignProvider>();
        ((ForeignProvider)(object)provider)._inner = inner;
        return provider;
    }

    protected override object? Invoke(MethodInfo? targetMethod, object?[]? args) =>
        targetMethod!.Invoke(_inner, BindingFlags.DoNotWrapExceptions, null, args, null);
}
