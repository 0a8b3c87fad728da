#nullable disable

using System;
using System.Runtime.Serialization;

namespace Microsoft.ServiceFabric.Actors.Query;

/// <summary>An actor that a query found.</summary>
[DataContract(Name = "ActorInformation", Namespace = "urn:actors")]
[Serializable]
public sealed class ActorInformation
{
    public ActorInformation(ActorId actorId, bool isActive)
    {
        ActorId = actorId;
        IsActive = isActive;
    }

    [DataMember(IsRequired = true, Name = "ActorId", Order = 0)]
    public ActorId ActorId { get; private set; }

    /// <summary>Gets a value indicating whether the actor was in memory when the query was answered.</summary>
    [DataMember(IsRequired = true, Name = "IsActive", Order = 1)]
    public bool IsActive { get; private set; }
}
