#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Generator;
using Microsoft.ServiceFabric.Services.Runtime;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Announces actor types to the node that started this process.</summary>
public static class ActorRuntime
{
    /// <summary>Announces an actor type, whose replicas are plain <see cref="ActorService"/>s.</summary>
    /// <param name="timeout">None unless given.</param>
    /// <param name="cancellationToken">Ends the wait, not what was begun.</param>
    /// <exception cref="ArgumentException">The class is no actor, or an interface of its cannot be remote.</exception>
    /// <exception cref="FabricException">Started outside a cluster, or the node refuses the type.</exception>
    public static Task RegisterActorAsync<TActor>(
        TimeSpan timeout = default, CancellationToken cancellationToken = default)
        where TActor : ActorBase =>
        RegisterActorAsync<TActor>(
            static (context, information) => new ActorService(context, information), timeout, cancellationToken);

    /// <summary>Announces an actor type.</summary>
    /// <param name="actorServiceFactory">Makes the service of each replica, on a thread of the pool.</param>
    /// <param name="timeout">None unless given.</param>
    /// <param name="cancellationToken">Ends the wait, not what was begun.</param>
    /// <exception cref="ArgumentException">The class is no actor, or an interface of its cannot be remote.</exception>
    /// <exception cref="FabricException">Started outside a cluster, or the node refuses the type.</exception>
    public static Task RegisterActorAsync<TActor>(
        Func<StatefulServiceContext, ActorTypeInformation, ActorService> actorServiceFactory,
        TimeSpan timeout = default,
        CancellationToken cancellationToken = default)
        where TActor : ActorBase
    {
        ArgumentNullException.ThrowIfNull(actorServiceFactory);
        var information = ActorTypeInformation.Get(typeof(TActor));
        return ServiceRuntime.RegisterServiceAsync(
            ActorNameFormat.GetFabricServiceTypeName(typeof(TActor)),
            context =>
            {
                var service = actorServiceFactory(context, information);
                service?.StateProvider.Initialize(information);
                return service;
            },
            timeout,
            cancellationToken);
    }
}
