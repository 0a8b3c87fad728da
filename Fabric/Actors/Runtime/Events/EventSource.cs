using System.Reflection;
using SfPerf.Fabric.Actors.Runtime.Activation;

namespace SfPerf.Fabric.Actors.Runtime.Events;

/// <summary>What an actor calls to send events: each method sends itself.</summary>
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

    protected override object? Invoke(MethodInfo? targetMethod, object?[]? args)
    {
        _subscriptions.Send(_actor, _contract, targetMethod!, args ?? []);
        return null;
    }
}
