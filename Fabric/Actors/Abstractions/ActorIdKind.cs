namespace Microsoft.ServiceFabric.Actors;

public enum ActorIdKind
{
    Long = 0,
    Guid = 1,
    String = 2,
}
