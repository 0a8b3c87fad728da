namespace Microsoft.ServiceFabric.Actors;

/// <summary>Marks an interface whose methods an actor serves.</summary>
/// <remarks>
/// Such an interface is public and not generic, and derives from this one and from other actor interfaces only, apart
/// from <see cref="IActorEventPublisher{TIActorEvents}"/>. Each method returns <c>Task</c> or <c>Task&lt;T&gt;</c>, is
/// neither generic nor overloaded, and has no ref, out or in parameter. A <c>CancellationToken</c> is the last
/// parameter. An interface that breaks a rule is refused with an ArgumentException that names the member, when a proxy
/// is created or the actor type is registered.
/// </remarks>
public interface IActor
{
}

/// <summary>Marks an interface of one-way notifications that an actor sends to its subscribers.</summary>
/// <remarks>
/// Such an interface is public, not generic and derives from this one and nothing else. Each method returns void and is
/// neither generic nor overloaded.
/// </remarks>
public interface IActorEvents
{
}

/// <summary>
/// Marks what publishes events, whatever they are. An actor interface derives from
/// <see cref="IActorEventPublisher{TIActorEvents}"/> instead.
/// </summary>
public interface IActorEventPublisher
{
}

/// <summary>Specifies, on an actor interface, that its actors publish the events of an interface.</summary>
/// <typeparam name="TIActorEvents">The interface of the events.</typeparam>
/// <remarks>
/// The actor sends an event by <c>ActorBase.GetEvent</c>; a client subscribes by
/// <c>ActorProxyEventExtensions.SubscribeAsync</c>.
/// </remarks>
public interface IActorEventPublisher<TIActorEvents> : IActorEventPublisher
    where TIActorEvents : IActorEvents
{
}
