using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.ServiceFabric.Actors;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Reminders;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime.Reminders;

public sealed class ReminderScheduleTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
    private readonly ReminderSchedule _schedule = new();

    [Fact]
    public void Reminders_are_taken_when_due_the_earliest_first()
    {
        var (late, early) = (Add(2), Add(1));

        Assert.Null(_schedule.TakeDue(Start, out var next));
        Assert.Equal(Start.AddSeconds(1), next);
        Assert.Same(early, _schedule.TakeDue(Start.AddSeconds(5), out _));
        Assert.Same(late, _schedule.TakeDue(Start.AddSeconds(5), out _));
        Assert.Null(_schedule.TakeDue(Start.AddSeconds(5), out next));
        Assert.Null(next);
    }

    [Fact]
    [Trait("ActorCase", "47")]
    public void A_reminder_that_is_due_in_sixty_days_waits_for_them()
    {
        var reminder = Add((int)TimeSpan.FromDays(60).TotalSeconds);

        Assert.Null(_schedule.TakeDue(Start.AddDays(60).AddTicks(-1), out var next));
        Assert.Equal(Start.AddDays(60), next);
        Assert.Same(reminder, _schedule.TakeDue(Start.AddDays(60), out _));
    }

    [Fact]
    public void A_dropped_reminder_is_never_taken()
    {
        var (dropped, kept) = (Add(1), Add(2));
        _schedule.Drop(dropped);
        _schedule.Drop(dropped);

        Assert.Equal(1, _schedule.Count);
        Assert.Same(kept, _schedule.TakeDue(Start.AddSeconds(5), out _));
        Assert.Equal(0, _schedule.Count);
    }

    [Fact]
    public void Reminders_that_are_registered_again_and_again_take_no_more_room()
    {
        var kept = new HashSet<ActorReminder>();
        for (var i = 0; i < 10_000; i++)
        {
            var reminder = Add(1 + (i % 7));
            if (i % 100 == 0)
                kept.Add(reminder);
            else
                _schedule.Drop(reminder);
        }

        Assert.Equal(100, _schedule.Count);
        Assert.InRange(_schedule.Places, 100, 2048);
        var taken = new List<ActorReminder>();
        while (_schedule.TakeDue(Start.AddSeconds(10), out _) is { } due)
            taken.Add(due);
        Assert.Equal(kept, taken.ToHashSet());
        Assert.Equal(taken.Select(r => r.Due).Order(), taken.Select(r => r.Due));
    }

    private ActorReminder Add(int seconds)
    {
        var reminder = new ActorReminder(
            ActorKey.Of(new ActorId(1)), "r", null, TimeSpan.FromSeconds(seconds), TimeSpan.FromSeconds(-1));
        _schedule.Add(reminder, Start.AddSeconds(seconds));
        return reminder;
    }
}
