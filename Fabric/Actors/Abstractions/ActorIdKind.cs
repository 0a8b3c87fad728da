namespace Microsoft.ServiceFabric.Actors;

/// <summary>Specifies what the value of an <see cref="ActorId"/> is.</summary>
public enum ActorIdKind
{
    /// <summary>A signed number of 64 bits, which is the partition key as well.</summary>
    Long = 0,
    /// <summary>A GUID.</summary>
    Guid = 1,
    /// <summary>A text that is not null.</summary>
    String = 2,
}
