#nullable disable

using System;
using System.Threading.Tasks;
using SfPerf.Fabric.Actors.Client;

namespace Microsoft.ServiceFabric.Actors.Client;

/// <summary>Subscribes to the events of actors.</summary>
public static class ActorProxyEventExtensions
{
    private static readonly TimeSpan IntervalDefault = TimeSpan.FromSeconds(20);

    /// <summary>Subscribes, and repeats that every 20 s, so that a new primary knows of it.</summary>
    /// <param name="actorProxy">A proxy of the actor.</param>
    /// <param name="subscriber">Called for one event after the other. What it throws is ignored.</param>
    /// <exception cref="ArgumentException">Not a proxy of an actor.</exception>
    public static Task SubscribeAsync<TEvent>(this IActorEventPublisher actorProxy, TEvent subscriber)
        where TEvent : IActorEvents => actorProxy.SubscribeAsync(subscriber, IntervalDefault);

    /// <summary>Subscribes, and repeats that until <see cref="UnsubscribeAsync"/>.</summary>
    /// <param name="actorProxy">A proxy of the actor.</param>
    /// <param name="subscriber">Called for one event after the other. What it throws is ignored. Subscribed already: it
    /// still gets each event once.</param>
    /// <param name="resubscriptionInterval">Events are lost from a failover until the next repetition.</param>
    /// <exception cref="ArgumentException">Not a proxy of an actor.</exception>
    public static Task SubscribeAsync<TEvent>(
        this IActorEventPublisher actorProxy, TEvent subscriber, TimeSpan resubscriptionInterval)
        where TEvent : IActorEvents
    {
        ArgumentNullException.ThrowIfNull(subscriber);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(resubscriptionInterval, TimeSpan.Zero);
        return EventSubscriber.SubscribeAsync(
            ProxyOf(actorProxy), typeof(TEvent), subscriber, resubscriptionInterval, TimeProvider.System);
    }

    /// <summary>Ends a subscription. The service need not be there.</summary>
    /// <exception cref="ArgumentException">Not a proxy of an actor.</exception>
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
