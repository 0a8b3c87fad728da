#nullable disable

using System;
using System.Collections.Generic;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>A reminder of an actor: it is stored and fires wherever the primary is.</summary>
public interface IActorReminder
{
    string Name { get; }

    /// <summary>Gets the time from registration until the reminder fires first.</summary>
    TimeSpan DueTime { get; }

    /// <summary>Gets the time between one firing and the next; -1 ms when it fires once.</summary>
    TimeSpan Period { get; }

    byte[] State { get; }
}

/// <summary>A stored reminder and when it is due.</summary>
public interface IActorReminderState : IActorReminder
{
    /// <summary>Gets the time until the reminder fires next, counted from when it was read; zero if overdue.</summary>
    TimeSpan RemainingDueTime { get; }
}

/// <summary>The stored reminders of all actors of a partition.</summary>
public interface IActorReminderCollection : IReadOnlyDictionary<ActorId, IReadOnlyCollection<IActorReminderState>>
{
}
