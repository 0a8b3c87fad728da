#nullable disable

using System;
using System.Runtime.Serialization;

namespace Microsoft.ServiceFabric.Actors.Query;

/// <summary>Describes an actor that <see cref="IActorService.GetActorsAsync"/> found.</summary>
[DataContract(Name = "ActorInformation", Namespace = "urn:actors")]
[Serializable]
public sealed class ActorInformation
{
    /// <summary>Initializes a new instance from its two values.</summary>
    /// <param name="actorId">The actor.</param>
    /// <param name="isActive">Whether the actor is in memory.</param>
    public ActorInformation(ActorId actorId, bool isActive)
    {
        ActorId = actorId;
        IsActive = isActive;
    }

    /// <summary>Gets the id of the actor.</summary>
    [DataMember(IsRequired = true, Name = "ActorId", Order = 0)]
    public ActorId ActorId { get; private set; }

    /// <summary>
    /// Gets a value indicating whether the actor was in memory, and its activation had succeeded, when the query was
    /// answered.
    /// </summary>
    [DataMember(IsRequired = true, Name = "IsActive", Order = 1)]
    public bool IsActive { get; private set; }
}
