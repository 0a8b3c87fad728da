#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Generator;
using Microsoft.ServiceFabric.Services.Runtime;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Registers actor types with the node that started this process.</summary>
public static class ActorRuntime
{
    /// <summary>Registers an actor type whose replicas are plain <see cref="ActorService"/> objects.</summary>
    /// <typeparam name="TActor">The actor class.</typeparam>
    /// <param name="timeout">The longest time to wait; none unless given.</param>
    /// <param name="cancellationToken">Ends the wait, not what was begun.</param>
    /// <returns>A task that ends when the type is registered. The process must live on for its replicas.</returns>
    /// <exception cref="ArgumentException">The class cannot be an actor class: see
    /// <see cref="ActorTypeInformation.Get"/>.</exception>
    /// <exception cref="FabricException">The process was started outside of a cluster, or the node refuses the
    /// type.</exception>
    public static Task RegisterActorAsync<TActor>(
        TimeSpan timeout = default, CancellationToken cancellationToken = default)
        where TActor : ActorBase =>
        RegisterActorAsync<TActor>(
            static (context, information) => new ActorService(context, information), timeout, cancellationToken);

    /// <summary>Registers an actor type whose services a function makes.</summary>
    /// <typeparam name="TActor">The actor class.</typeparam>
    /// <param name="actorServiceFactory">Makes the service of each replica, on a thread of the pool.</param>
    /// <param name="timeout">The longest time to wait; none unless given.</param>
    /// <param name="cancellationToken">Ends the wait, not what was begun.</param>
    /// <returns>A task that ends when the type is registered. The process must live on for its replicas.</returns>
    /// <remarks>
    /// The service type is the one that <c>ActorNameFormat.GetFabricServiceTypeName</c> gives for the class.
    /// </remarks>
    /// <exception cref="ArgumentException">The class cannot be an actor class: see
    /// <see cref="ActorTypeInformation.Get"/>.</exception>
    /// <exception cref="ArgumentNullException">The function is null.</exception>
    /// <exception cref="FabricException">The process was started outside of a cluster, or the node refuses the
    /// type.</exception>
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
