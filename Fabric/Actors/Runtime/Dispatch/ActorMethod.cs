using System.Reflection;
using System.Threading;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Diagnostics;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Turns;
using SfPerf.Fabric.Remoting.Runtime;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Actors.Runtime.Dispatch;

/// <summary>
/// Represents one method of an actor interface. Its calls begin with the actor's id and the path of the call.
/// </summary>
internal sealed class ActorMethod<TArguments, TResult>(ActorService service, string name, object bound)
    : ServiceMethod, IActorMethod
    where TArguments : IArguments<TArguments>
{
    public object Bound => bound;

    public ActorMethodContext Context { get; } = ActorMethodContext.CreateForActor(name);

    public ActorService Service => service;

    internal override ServerCall Read(ref MessageReader reader, CancellationToken token)
    {
        var key = ActorKey.Read(ref reader);
        var path = CallPath.Read(ref reader);
        var began = ActorMeter.Deserialization.Enabled ? service.Time.GetTimestamp() : 0;
        var arguments = TArguments.Read(bound, ref reader);
        ActorMeter.Deserialization.RecordSince(began, service.Time);
        return MethodTurn<TArguments, TResult>.Rent(this, key, path, arguments, token);
    }
}

/// <summary>Defines what the turns of a method share.</summary>
internal interface IActorMethod
{
    ActorService Service { get; }

    object Bound { get; }

    ActorMethodContext Context { get; }
}

/// <summary>Makes the methods through which the actors of a service are called.</summary>
internal static class ActorMethodFactory
{
    internal static ServiceMethod Create(MethodInfo method, ActorService service) =>
        (ServiceMethod)typeof(ActorMethodFactory)
            .GetMethod(nameof(CreateTyped), BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(ServiceMethodFactory.ArgumentsOf(method), MethodTable.ResultType(method))
            .Invoke(null, [method, service])!;

    private static ActorMethod<TArguments, TResult> CreateTyped<TArguments, TResult>(
        MethodInfo method, ActorService service)
        where TArguments : IArguments<TArguments> => new(service, method.Name, TArguments.BindOpen(method))
        {
            Id = MethodTable.IdOf(method),
            TakesToken = MethodTable.TakesToken(method),
        };
}
