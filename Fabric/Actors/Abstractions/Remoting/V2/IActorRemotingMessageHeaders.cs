#nullable disable

using Microsoft.ServiceFabric.Services.Remoting.V2;

namespace Microsoft.ServiceFabric.Actors.Remoting.V2;

/// <summary>Tells a client factory of the program's own which method of which actor a message calls.</summary>
public interface IActorRemotingMessageHeaders : IServiceRemotingRequestMessageHeader
{
    /// <summary>Gets or sets the id of the actor. A change does not lead the call to another actor.</summary>
    ActorId ActorId { get; set; }

    /// <summary>Gets or sets the chain of calls that this one is a part of, as text; empty outside of actors.</summary>
    string CallContext { get; set; }
}
