#nullable disable

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Tells <c>OnPreActorMethodAsync</c> and <c>OnPostActorMethodAsync</c> what the turn serves.</summary>
public struct ActorMethodContext
{
    private ActorMethodContext(string methodName, ActorCallType callType)
    {
        MethodName = methodName;
        CallType = callType;
    }

    /// <summary>
    /// Gets the name of the method: that of the actor interface, that of the method which a timer calls, or
    /// ReceiveReminderAsync.
    /// </summary>
    /// <value>For a timer whose callback is a lambda it is the name that the compiler gave it.</value>
    public string MethodName { get; }

    /// <summary>Gets the kind of the turn.</summary>
    public ActorCallType CallType { get; }

    // Test libraries look these three up by name.
    internal static ActorMethodContext CreateForActor(string methodName) =>
        new(methodName, ActorCallType.ActorInterfaceMethod);

    internal static ActorMethodContext CreateForTimer(string methodName) =>
        new(methodName, ActorCallType.TimerMethod);

    internal static ActorMethodContext CreateForReminder(string methodName) =>
        new(methodName, ActorCallType.ReminderMethod);
}
