#nullable disable

using Microsoft.ServiceFabric.Services.Remoting.V2;

namespace Microsoft.ServiceFabric.Actors.Remoting.V2;

/// <summary>Which method of which actor is called.</summary>
public interface IActorRemotingMessageHeaders : IServiceRemotingRequestMessageHeader
{
    ActorId ActorId { get; set; }

    /// <summary>Gets or sets the chain of calls that this one is a part of; empty outside of actors.</summary>
    string CallContext { get; set; }
}
