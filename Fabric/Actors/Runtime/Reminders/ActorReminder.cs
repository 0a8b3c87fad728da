using System;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Runtime.Activation;

namespace SfPerf.Fabric.Actors.Runtime.Reminders;

/// <summary>A reminder of an actor of this primary. Replaced by another object when it is registered again.</summary>
internal sealed class ActorReminder(ActorKey key, string name, byte[]? state, TimeSpan dueTime, TimeSpan period)
    : IActorReminder
{
    public string Name => name;

    public TimeSpan DueTime => dueTime;

    public TimeSpan Period => period;

    public byte[]? State => state;

    internal ActorKey Key => key;

    /// <summary>Gets whether the reminder fires once and is deleted then, if the service's settings say so.</summary>
    internal bool IsOneTime => dueTime > TimeSpan.Zero && period < TimeSpan.Zero;

    /// <summary>Gets or sets when it fires next. Guarded by <see cref="ReminderSchedule"/>'s owner.</summary>
    internal DateTimeOffset Due { get; set; }

    /// <summary>Gets or sets whether it is still the actor's reminder of its name: neither replaced nor unregistered.
    /// </summary>
    internal bool IsCurrent { get; set; } = true;

    /// <summary>Gets or sets whether it waits for its due time. Guarded as the due time.</summary>
    internal bool IsScheduled { get; set; }
}
