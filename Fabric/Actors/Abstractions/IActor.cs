namespace Microsoft.ServiceFabric.Actors;

/// <summary>Marks an interface whose methods an actor serves. Each returns Task or Task of a result.</summary>
public interface IActor
{
}

/// <summary>Marks an interface of one-way notifications from an actor. Each of its methods returns void.</summary>
public interface IActorEvents
{
}

/// <summary>The base of <see cref="IActorEventPublisher{TIActorEvents}"/>.</summary>
public interface IActorEventPublisher
{
}

/// <summary>Says, on an actor interface, that its actors publish the events of an interface.</summary>
/// <typeparam name="TIActorEvents">The interface of the events.</typeparam>
public interface IActorEventPublisher<TIActorEvents> : IActorEventPublisher
    where TIActorEvents : IActorEvents
{
}
