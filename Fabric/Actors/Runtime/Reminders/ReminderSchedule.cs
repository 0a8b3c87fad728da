using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Fabric.Actors.Runtime.Reminders;

/// <summary>Determines which reminder fires next. Decides only; not thread safe.</summary>
internal sealed class ReminderSchedule
{
    // Below this size it does not matter how many are no longer wanted.
    private const int KeptMin = 1024;
    private PriorityQueue<ActorReminder, DateTimeOffset> _queue = new();
    private int _dropped;

    /// <summary>Gets the number of reminders that wait.</summary>
    internal int Count => _queue.Count - _dropped;

    /// <summary>Gets the number of places taken, also by those that are no longer wanted.</summary>
    internal int Places => _queue.Count;

    internal void Add(ActorReminder reminder, DateTimeOffset due)
    {
        (reminder.Due, reminder.IsScheduled) = (due, true);
        _queue.Enqueue(reminder, due);
    }

    /// <summary>Ends a reminder: it does not fire again. Its place is freed later.</summary>
    internal void Drop(ActorReminder reminder)
    {
        if (!reminder.IsCurrent)
            return;
        reminder.IsCurrent = false;
        if (reminder.IsScheduled)
            _dropped++;
        if (_queue.Count > KeptMin && _dropped > _queue.Count / 2)
            Rebuild();
    }

    /// <summary>Takes the next reminder that is due.</summary>
    /// <param name="now">The time.</param>
    /// <param name="next">When to ask again if there is none: null if none waits.</param>
    internal ActorReminder? TakeDue(DateTimeOffset now, out DateTimeOffset? next)
    {
        while (_queue.TryPeek(out var first, out var due))
        {
            next = due;
            if (first.IsCurrent && due > now)
                return null;
            _queue.Dequeue();
            first.IsScheduled = false;
            if (first.IsCurrent)
                return first;
            _dropped--;
        }
        next = null;
        return null;
    }

    private void Rebuild()
    {
        var kept = _queue.UnorderedItems.Where(i => i.Element.IsCurrent).ToArray();
        foreach (var (element, _) in _queue.UnorderedItems)
            element.IsScheduled = element.IsCurrent;
        _queue = new(kept);
        _dropped = 0;
    }
}
