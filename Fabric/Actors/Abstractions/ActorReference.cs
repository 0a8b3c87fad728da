#nullable disable

using System;
using System.Runtime.Serialization;

namespace Microsoft.ServiceFabric.Actors;

/// <summary>The address of an actor: how a proxy, or an actor itself, travels in arguments and state.</summary>
[DataContract(Name = "ActorReference", Namespace = "urn:actors")]
[Serializable]
public sealed class ActorReference
{
    [DataMember(IsRequired = true, Name = "ServiceUri", Order = 0)]
    public Uri ServiceUri { get; set; }

    [DataMember(IsRequired = true, Name = "ActorId", Order = 1)]
    public ActorId ActorId { get; set; }

    [DataMember(IsRequired = false, Name = "ListenerName", Order = 2)]
    public string ListenerName { get; set; }
}
