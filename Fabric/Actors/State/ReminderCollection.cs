#nullable disable

using System.Collections.Generic;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Fabric.Actors.State;

/// <summary>The reminders that were loaded.</summary>
internal sealed class ReminderCollection
    : Dictionary<ActorId, IReadOnlyCollection<IActorReminderState>>, IActorReminderCollection
{
    internal void Add(ActorId id, IActorReminderState reminder)
    {
        if (!TryGetValue(id, out var reminders))
            Add(id, reminders = new List<IActorReminderState>());
        ((List<IActorReminderState>)reminders).Add(reminder);
    }
}
