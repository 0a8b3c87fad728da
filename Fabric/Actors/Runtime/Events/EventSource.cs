using System.Reflection;
using SfPerf.Fabric.Actors.Runtime.Activation;

namespace SfPerf.Fabric.Actors.Runtime.Events;

/// <summary>
/// Represents what <c>GetEvent</c> of an actor returns: each method of the event interface sends itself. It is public
/// only because the proxies that the base library generates are in another assembly; programs do not use it.
/// </summary>
/// <typeparam name="TEvent">The event interface.</typeparam>
public class EventSource<TEvent> : DispatchProxy
{
    private EventSubscriptions _subscriptions = null!;
    private EventContract _contract = null!;
    private ActorKey _actor;

    internal static TEvent Create(EventSubscriptions subscriptions, in ActorKey actor)
    {
        var proxy = Create<TEvent, EventSource<TEvent>>();
        var source = (EventSource<TEvent>)(object)proxy!;
        (source._subscriptions, source._actor) = (subscriptions, actor);
        source._contract = EventContract.Of(typeof(TEvent));
        return proxy;
    }

    /// <summary>Sends an event to those who are subscribed now.</summary>
    /// <param name="targetMethod">The method of the event interface.</param>
    /// <param name="args">Its arguments.</param>
    /// <returns>Null.</returns>
    protected override object? Invoke(MethodInfo? targetMethod, object?[]? args)
    {
        _subscriptions.Send(_actor, _contract, targetMethod!, args ?? []);
        return null;
    }
}
