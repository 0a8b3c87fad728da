namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Specifies what a turn of an actor serves.</summary>
public enum ActorCallType
{
    /// <summary>A call of a method of an actor interface.</summary>
    ActorInterfaceMethod = 0,
    /// <summary>The callback of a timer.</summary>
    TimerMethod = 1,
    /// <summary>The callback of a reminder.</summary>
    ReminderMethod = 2,
}
