using System;
using System.Collections.Generic;
using SfPerf.Fabric.Actors.Runtime.Activation;

namespace SfPerf.Fabric.Actors.Runtime.Reminders;

/// <summary>The reminders of one primary, by their actors and by their due times. Not thread safe.</summary>
internal sealed class ReminderTable
{
    private readonly Dictionary<ActorKey, Dictionary<string, ActorReminder>> _byActor = [];
    private readonly ReminderSchedule _schedule = new();

    /// <summary>Gets the number of reminders that will fire.</summary>
    internal int Armed => _schedule.Count;

    /// <summary>Adds a reminder, in the place of the actor's one of that name if there is one.</summary>
    /// <param name="reminder">The reminder.</param>
    /// <param name="due">When it fires; null: never, it has fired and is kept.</param>
    internal void Add(ActorReminder reminder, DateTimeOffset? due)
    {
        if (!_byActor.TryGetValue(reminder.Key, out var reminders))
            _byActor.Add(reminder.Key, reminders = []);
        if (reminders.TryGetValue(reminder.Name, out var replaced))
            _schedule.Drop(replaced);
        reminders[reminder.Name] = reminder;
        Schedule(reminder, due);
    }

    internal void Schedule(ActorReminder reminder, DateTimeOffset? due)
    {
        if (due is { } time)
            _schedule.Add(reminder, time);
    }

    internal ActorReminder? Find(in ActorKey key, string name) =>
        _byActor.TryGetValue(key, out var reminders) ? reminders.GetValueOrDefault(name) : null;

    /// <summary>Takes the next reminder that is due.</summary>
    /// <param name="now">The time.</param>
    /// <param name="next">When to ask again if there is none: null if none waits.</param>
    internal ActorReminder? TakeDue(DateTimeOffset now, out DateTimeOffset? next) => _schedule.TakeDue(now, out next);

    /// <summary>Ends all reminders of an actor.</summary>
    internal void Drop(in ActorKey key)
    {
        if (!_byActor.Remove(key, out var reminders))
            return;
        foreach (var reminder in reminders.Values)
            _schedule.Drop(reminder);
    }

    /// <summary>Ends a reminder; another one that has taken its place stays.</summary>
    internal void Drop(ActorReminder reminder)
    {
        _schedule.Drop(reminder);
        if (!_byActor.TryGetValue(reminder.Key, out var reminders)
            || !ReferenceEquals(reminders.GetValueOrDefault(reminder.Name), reminder))
        {
            return;
        }

        reminders.Remove(reminder.Name);
        if (reminders.Count == 0)
            _byActor.Remove(reminder.Key);
    }
}
