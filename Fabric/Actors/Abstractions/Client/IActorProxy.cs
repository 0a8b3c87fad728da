namespace Microsoft.ServiceFabric.Actors.Client;

/// <summary>What every proxy of an actor also is.</summary>
public interface IActorProxy
{
    ActorId ActorId { get; }
}
