namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>What a turn of an actor serves.</summary>
public enum ActorCallType
{
    ActorInterfaceMethod = 0,
    TimerMethod = 1,
    ReminderMethod = 2,
}
