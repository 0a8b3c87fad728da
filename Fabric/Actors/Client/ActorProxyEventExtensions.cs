#nullable disable

using System;
using System.Threading.Tasks;
using SfPerf.Fabric.Actors.Client;

namespace Microsoft.ServiceFabric.Actors.Client;

/// <summary>Subscribes to the events of actors.</summary>
/// <remarks>
/// <para>Subscriptions are in the memory of the primary, and each client repeats its own, so that a new primary learns
/// of them. Events that are sent between a failover and the next repetition are lost. A subscription activates no
/// actor. The deletion of an actor drops its subscriptions; the next repetition makes them anew.</para>
/// <para>A subscriber gets its events one after the other on threads of the pool. One that is more than 1,024 events
/// behind loses further ones.</para>
/// </remarks>
public static class ActorProxyEventExtensions
{
    private static readonly TimeSpan IntervalDefault = TimeSpan.FromSeconds(20);

    /// <summary>Subscribes to the events of an actor and repeats the subscription every 20 s.</summary>
    /// <typeparam name="TEvent">The event interface.</typeparam>
    /// <param name="actorProxy">A proxy of the actor.</param>
    /// <param name="subscriber">Called for each event. What it throws is ignored.</param>
    /// <returns>A task that ends when the primary has the subscription.</returns>
    /// <exception cref="AggregateException">The service could not be told. Nothing is subscribed.</exception>
    /// <exception cref="ArgumentException">The object is not a proxy of an actor, or the type is not an event
    /// interface.</exception>
    public static Task SubscribeAsync<TEvent>(this IActorEventPublisher actorProxy, TEvent subscriber)
        where TEvent : IActorEvents => actorProxy.SubscribeAsync(subscriber, IntervalDefault);

    /// <summary>
    /// Subscribes to the events of an actor and repeats the subscription until <see cref="UnsubscribeAsync"/>.
    /// </summary>
    /// <typeparam name="TEvent">The event interface.</typeparam>
    /// <param name="actorProxy">A proxy of the actor.</param>
    /// <param name="subscriber">Called for each event. What it throws is ignored. An object that is subscribed to these
    /// events of the actor already still gets each event once, and keeps the interval of the first subscription. Two
    /// objects get each event both.</param>
    /// <param name="resubscriptionInterval">The time between two repetitions, more than zero.</param>
    /// <returns>A task that ends when the primary has the subscription.</returns>
    /// <exception cref="AggregateException">The service could not be told. Nothing is subscribed.</exception>
    /// <exception cref="ArgumentException">The object is not a proxy of an actor, the type is not an event interface,
    /// or the interval is not more than zero.</exception>
    public static Task SubscribeAsync<TEvent>(
        this IActorEventPublisher actorProxy, TEvent subscriber, TimeSpan resubscriptionInterval)
        where TEvent : IActorEvents
    {
        ArgumentNullException.ThrowIfNull(subscriber);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(resubscriptionInterval, TimeSpan.Zero);
        return EventSubscriber.SubscribeAsync(
            ProxyOf(actorProxy), typeof(TEvent), subscriber, resubscriptionInterval, TimeProvider.System);
    }

    /// <summary>Ends a subscription. The subscriber gets no more events but those that it is behind.</summary>
    /// <typeparam name="TEvent">The event interface.</typeparam>
    /// <param name="actorProxy">A proxy of the actor.</param>
    /// <param name="subscriber">The object that was subscribed; one that is not subscribed is no error.</param>
    /// <returns>A task that ends when the service has been told, or cannot be told within the operation timeout: that
    /// is no error.</returns>
    /// <exception cref="ArgumentException">The object is not a proxy of an actor.</exception>
    public static Task UnsubscribeAsync<TEvent>(this IActorEventPublisher actorProxy, TEvent subscriber)
    {
        ArgumentNullException.ThrowIfNull(subscriber);
        return EventSubscriber.UnsubscribeAsync(ProxyOf(actorProxy), typeof(TEvent), subscriber);
    }

    private static ActorProxy ProxyOf(IActorEventPublisher actorProxy)
    {
        ArgumentNullException.ThrowIfNull(actorProxy);
        return actorProxy as ActorProxy
            ?? throw new ArgumentException($"{actorProxy.GetType()} is not a proxy of an actor.", nameof(actorProxy));
    }
}
