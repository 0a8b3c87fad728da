#nullable disable

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Tells the hooks around a turn what it serves.</summary>
public struct ActorMethodContext
{
    // What all reminders call.
    private const string ReminderMethodName = nameof(IRemindable.ReceiveReminderAsync);

    private ActorMethodContext(string methodName, ActorCallType callType)
    {
        MethodName = methodName;
        CallType = callType;
    }

    /// <summary>Gets the method's name; a timer's is that of its callback.</summary>
    public string MethodName { get; }

    public ActorCallType CallType { get; }

    internal static ActorMethodContext CreateForActor(string methodName) =>
        new(methodName, ActorCallType.ActorInterfaceMethod);

    internal static ActorMethodContext CreateForTimer(string methodName) =>
        new(methodName, ActorCallType.TimerMethod);

    internal static ActorMethodContext CreateForReminder() => new(ReminderMethodName, ActorCallType.ReminderMethod);
}
