using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Query;
using SfPerf.Fabric.Actors.State;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.State;

public sealed class StoredReminderTests
{
    private static readonly ActorId Id = new(1);

    [Fact]
    [Trait("ActorCase", "39")]
    public async Task The_time_until_a_reminder_is_due_runs_on_whoever_is_primary()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.Provider.SaveReminderAsync(Id, Reminder.Once("r", due: TimeSpan.FromMinutes(10)));
        using var other = await replica.CopyAsync();
        await other.BecomeAsync(System.Fabric.ReplicaRole.Primary);

        other.Time.Advance(TimeSpan.FromMinutes(4));

        var reminder = Assert.Single(await other.RemindersAsync(Id));
        Assert.Equal(
            ("r", TimeSpan.FromMinutes(10), Timeout.InfiniteTimeSpan, TimeSpan.FromMinutes(6)),
            (reminder.Name, reminder.DueTime, reminder.Period, reminder.RemainingDueTime));
    }

    [Fact]
    [Trait("ActorCase", "49")]
    public async Task An_overdue_reminder_is_due_at_once_and_after_it_fired_a_period_later()
    {
        using var replica = await ActorReplica.OpenAsync();
        var each = Reminder.Each("r", TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(2));
        await replica.Provider.SaveReminderAsync(Id, each);

        replica.Time.Advance(TimeSpan.FromMinutes(21));
        Assert.Equal(TimeSpan.Zero, Assert.Single(await replica.RemindersAsync(Id)).RemainingDueTime);
        await replica.Provider.ReminderCallbackCompletedAsync(Id, each);

        Assert.Equal(TimeSpan.FromMinutes(2), Assert.Single(await replica.RemindersAsync(Id)).RemainingDueTime);
    }

    [Fact]
    [Trait("ActorCase", "42")]
    public async Task A_reminder_that_fired_once_and_is_kept_never_fires_again()
    {
        using var replica = await ActorReplica.OpenAsync();
        var once = Reminder.Once("r");
        await replica.Provider.SaveReminderAsync(Id, once);

        await replica.Provider.ReminderCallbackCompletedAsync(Id, once);
        replica.Time.Advance(TimeSpan.FromDays(1));

        Assert.Equal(Timeout.InfiniteTimeSpan, Assert.Single(await replica.RemindersAsync(Id)).RemainingDueTime);
    }

    [Theory]
    [Trait("ActorCase", "47")]
    [InlineData(60)]
    [InlineData(3_000_000)]
    public async Task A_reminder_may_be_due_in_any_number_of_days(int days)
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.Provider.SaveReminderAsync(Id, Reminder.Once("r", due: TimeSpan.FromDays(days)));
        await replica.Provider.SaveReminderAsync(Id, Reminder.Once("never", due: TimeSpan.MaxValue));
        using var other = await replica.CopyAsync();
        await other.BecomeAsync(System.Fabric.ReplicaRole.Primary);

        other.Time.Advance(TimeSpan.FromDays(30));

        var reminders = (await other.RemindersAsync(Id)).ToDictionary(r => r.Name);
        var end = DateTime.MaxValue - other.Time.GetUtcNow().UtcDateTime;
        var left = TimeSpan.FromDays(days - 30);
        Assert.Equal(left < end ? left : end, reminders["r"].RemainingDueTime);
        Assert.Equal(end, reminders["never"].RemainingDueTime);
    }

    [Fact]
    [Trait("ActorCase", "45")]
    public async Task A_reminder_of_the_same_name_takes_the_place_of_the_first()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.Provider.SaveReminderAsync(Id, Reminder.Once("r", [1]));
        await replica.Provider.SaveReminderAsync(Id, Reminder.Once("r", [2], TimeSpan.FromHours(1)));

        var reminder = Assert.Single(await replica.RemindersAsync(Id));
        Assert.Equal([2], reminder.State);
        Assert.Equal(TimeSpan.FromHours(1), reminder.RemainingDueTime);
        await replica.Provider.DeleteReminderAsync(Id, "r");
        await replica.Provider.DeleteReminderAsync(Id, "r");
        Assert.Empty(await replica.RemindersAsync(Id));
        await replica.Provider.ReminderCallbackCompletedAsync(Id, Reminder.Once("r"));
        Assert.Empty(await replica.RemindersAsync(Id)); // what is gone does not come back by having fired
    }

    [Theory]
    [Trait("ActorCase", "40")]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_turn_and_that_its_reminder_fired_are_one_record(bool deletes)
    {
        using var replica = await ActorReplica.OpenAsync();
        var each = Reminder.Each("r", TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(2));
        await replica.Provider.SaveReminderAsync(Id, each);
        var states = (ActorStateManager)replica.Activate(Id);
        await states.SetStateAsync("fired", 1);
        replica.Time.Advance(TimeSpan.FromMinutes(1));
        var records = replica.Log.Records.Count;

        await states.SaveReminderTurnAsync(each, deletes, default);

        Assert.Equal(records + 1, replica.Log.Records.Count);
        Assert.Equal(1, (await replica.StoredAsync<int>(Id, "fired")).Value);
        TimeSpan[] left = deletes ? [] : [TimeSpan.FromMinutes(2)];
        Assert.Equal(left, (await replica.RemindersAsync(Id)).Select(r => r.RemainingDueTime));
    }

    [Fact]
    [Trait("ActorCase", "41")]
    public async Task A_reminder_is_stored_at_once_and_makes_its_actor_known()
    {
        using var replica = await ActorReplica.OpenAsync();
        var states = replica.Activate(Id);
        await states.SetStateAsync("s", 1);

        await replica.Provider.SaveReminderAsync(Id, Reminder.Once("r"));
        await states.ClearCacheAsync(); // the turn failed

        Assert.Single(await replica.RemindersAsync(Id));
        Assert.Equal([Id], (await replica.Provider.GetActorsAsync(1, null, default)).Items);
        Assert.False(await states.ContainsStateAsync("s"));
    }

    [Theory]
    [Trait("ActorCase", "66")]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(4)]
    [InlineData(100)]
    public async Task Pages_of_reminders_give_each_one_once(int pageSize)
    {
        using var replica = await ActorReplica.OpenAsync();
        ActorId[] ids = [new(-1), new(1), new(12), new("a"), new("a_b")];
        foreach (var id in ids)
        {
            foreach (var name in new[] { "", "r", "r_2" })
                await replica.Provider.SaveReminderAsync(id, Reminder.Once(name));
        }

        Assert.Equal(
            ids.SelectMany(i => new[] { $"{i}/", $"{i}/r", $"{i}/r_2" }), await AllAsync(replica, pageSize, null));
        Assert.Equal(["1/", "1/r", "1/r_2"], await AllAsync(replica, pageSize, new(1)));
        Assert.Empty(await AllAsync(replica, pageSize, new(2)));
    }

    [Fact]
    public async Task Reminders_of_several_actors_are_deleted_together()
    {
        using var replica = await ActorReplica.OpenAsync();
        ActorId[] ids = [new(1), new(12)];
        foreach (var id in ids)
        {
            await replica.Provider.SaveReminderAsync(id, Reminder.Once("gone"));
            await replica.Provider.SaveReminderAsync(id, Reminder.Once("kept"));
        }

        await replica.Provider.DeleteRemindersAsync(
            ids.ToDictionary(i => i, _ => (IReadOnlyCollection<string>)["gone", "unknown"]));

        Assert.Equal(["1/kept", "12/kept"], await AllAsync(replica, 10, null));
    }

    // What docs/formats/actor-state.md says.
    [Fact]
    public void A_reminder_has_the_documented_bytes()
    {
        var due = new DateTime(0x0102030405060708, DateTimeKind.Utc);
        var row = new ReminderRow(TimeSpan.FromTicks(2), TimeSpan.FromTicks(-10_000), due, [0xAB]);

        Assert.Equal(
            "0101" + "0200000000000000" + "F0D8FFFFFFFFFFFF" + "0807060504030201" + "AB",
            Convert.ToHexString(row.Write()));
        Assert.Equal(
            "0100" + "0200000000000000" + "F0D8FFFFFFFFFFFF" + "FFFFFFFFFFFFFFFF",
            Convert.ToHexString((row with { NextDue = null, State = null }).Write()));
        Assert.Throws<InvalidDataException>(() => ReminderRow.Read([1, 0]));
        Assert.Throws<InvalidDataException>(() => ReminderRow.Read(new byte[26]));
    }

    private static async Task<List<string>> AllAsync(ActorReplica replica, int pageSize, ActorId? id)
    {
        var found = new List<string>();
        ContinuationToken? token = null;
        do
        {
            var page = await replica.Provider.GetRemindersAsync(pageSize, id, token, default);
            found.AddRange(page.Items.SelectMany(a => a.Value.Select(r => $"{a.Key}/{r.Name}")));
            Assert.True(page.Items.Sum(a => a.Value.Count) <= pageSize);
            token = page.ContinuationToken;
        }
        while (token is not null);

        return found;
    }
}
