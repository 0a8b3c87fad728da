#nullable disable

using System;
using System.Runtime.Serialization;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Describes a stored reminder and when it is due, as it was read from the store.</summary>
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

    /// <inheritdoc/>
    [DataMember]
    public string Name { get; private set; }

    /// <inheritdoc/>
    [DataMember]
    public TimeSpan DueTime { get; private set; }

    /// <inheritdoc/>
    [DataMember]
    public TimeSpan Period { get; private set; }

    /// <inheritdoc/>
    [DataMember]
    public TimeSpan RemainingDueTime { get; private set; }

    /// <inheritdoc/>
    [DataMember]
    public byte[] State { get; private set; }
}
