#nullable disable

using System;
using System.Collections.Generic;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>
/// Describes a reminder of an actor. A reminder is stored, and fires wherever the primary is, whether or not the actor
/// is in memory.
/// </summary>
public interface IActorReminder
{
    /// <summary>Gets the name, which is unique within the actor.</summary>
    string Name { get; }

    /// <summary>Gets the time from the registration until the reminder fires first; zero for at once.</summary>
    TimeSpan DueTime { get; }

    /// <summary>
    /// Gets the time from the end of one callback to the next; -1 ms if the reminder fires once, zero if the next
    /// callback follows at once.
    /// </summary>
    TimeSpan Period { get; }

    /// <summary>Gets the bytes that each callback is given; null if there are none.</summary>
    byte[] State { get; }
}

/// <summary>Describes a stored reminder and when it is due.</summary>
public interface IActorReminderState : IActorReminder
{
    /// <summary>Gets the time until the reminder fires next, counted from when it was read.</summary>
    /// <value>Zero if the reminder is overdue; -1 ms if it has fired once, is kept and never fires again.</value>
    TimeSpan RemainingDueTime { get; }
}

/// <summary>Holds the stored reminders of all actors of a partition, by their actors.</summary>
public interface IActorReminderCollection : IReadOnlyDictionary<ActorId, IReadOnlyCollection<IActorReminderState>>
{
}
