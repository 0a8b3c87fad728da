#nullable disable

using System;
using System.Runtime.Serialization;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>A stored reminder and when it was due, as it was read.</summary>
[DataContract(Name = "ActorReminderState")]
public class ActorReminderState : IActorReminderState
{
    internal ActorReminderState(
        string name, TimeSpan dueTime, TimeSpan period, byte[] state, TimeSpan remainingDueTime)
    {
        Name = name;
        DueTime = dueTime;
        Period = period;
        State = state;
        RemainingDueTime = remainingDueTime;
    }

    [DataMember]
    public string Name { get; private set; }

    [DataMember]
    public TimeSpan DueTime { get; private set; }

    [DataMember]
    public TimeSpan Period { get; private set; }

    [DataMember]
    public TimeSpan RemainingDueTime { get; private set; }

    [DataMember]
    public byte[] State { get; private set; }
}
