namespace Microsoft.ServiceFabric.Actors.Client;

/// <summary>Provides what every proxy of an actor has beside the actor's own interface.</summary>
public interface IActorProxy
{
    /// <summary>Gets the id of the actor that the proxy calls.</summary>
    ActorId ActorId { get; }
}
