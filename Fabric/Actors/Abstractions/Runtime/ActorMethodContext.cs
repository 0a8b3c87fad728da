#nullable disable

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Tells the hooks around a turn what it serves.</summary>
public struct ActorMethodContext
{
    private ActorMethodContext(string methodName, ActorCallType callType)
    {
        MethodName = methodName;
        CallType = callType;
    }

    /// <summary>Gets the method's name; a timer's is that of its callback.</summary>
    public string MethodName { get; }

    public ActorCallType CallType { get; }

    // Test libraries look these three up by name.
    internal static ActorMethodContext CreateForActor(string methodName) =>
        new(methodName, ActorCallType.ActorInterfaceMethod);

    internal static ActorMethodContext CreateForTimer(string methodName) =>
        new(methodName, ActorCallType.TimerMethod);

    internal static ActorMethodContext CreateForReminder(string methodName) =>
        new(methodName, ActorCallType.ReminderMethod);
}
