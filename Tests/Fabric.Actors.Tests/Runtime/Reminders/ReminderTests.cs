using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.State;
using SfPerf.Fabric.Actors.Tests.Runtime.Doubles;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime.Reminders;

/// <summary>Reminders of actors, on a clock that only the test moves; the rows stay when the primary moves.</summary>
public sealed class ReminderTests : IDisposable
{
    private static readonly TimeSpan Once = Timeout.InfiniteTimeSpan;
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private readonly ManualTimeProvider _time = new();
    private readonly SemaphoreSlim _fired = new(0);
    private readonly ConcurrentQueue<string> _names = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _fired.Dispose();

    [Fact]
    [Trait("ActorCase", "39")]
    public async Task A_reminder_fires_on_the_new_primary_at_its_due_time()
    {
        await using var bench = await StartAsync();
        await RemindAsync(bench, TimeSpan.FromSeconds(10), Once);
        _time.Advance(TimeSpan.FromSeconds(4));
        await bench.MoveAsync();
        await LoadedAsync(bench);

        _time.Advance(TimeSpan.FromSeconds(6) - TimeSpan.FromMilliseconds(1));
        await SettleAsync(bench);
        Assert.Equal(0, _fired.CurrentCount);
        _time.Advance(TimeSpan.FromMilliseconds(1));

        await FiredAsync();
    }

    [Fact]
    [Trait("ActorCase", "40")]
    public async Task What_the_callback_wrote_and_that_it_was_called_are_one_record()
    {
        await using var bench = await StartAsync();
        var records = new ConcurrentQueue<RowWrite[]>();
        bench.Reminding = async (a, _, _) =>
        {
            await a.StateManager.SetStateAsync("n", 1, Token);
            _fired.Release();
        };
        await RemindAsync(bench, Second, Second);
        await RemindAsync(bench, Second, Once, "once");
        bench.Rows.Writing = writes =>
        {
            records.Enqueue([.. writes]);
            return Task.CompletedTask;
        };

        _time.Advance(Second);
        await FiredAsync(2);
        await SettleAsync(bench);

        var kinds = records.Select(r => string.Join("+", r.Select(w => $"{w.Table}{(w.Value is null ? "-" : "")}")));
        Assert.Equal(["States+Reminders", "States+Reminders-"], kinds.Order(StringComparer.Ordinal));
    }

    [Fact]
    [Trait("ActorCase", "40")]
    public async Task A_primary_that_ends_during_the_callback_leaves_the_reminder_to_the_next()
    {
        await using var bench = await StartAsync();
        var release = new TaskCompletionSource();
        bench.Reminding = async (a, _, _) =>
        {
            _fired.Release();
            await release.Task;
            await a.StateManager.SetStateAsync("n", 1, Token);
        };
        await RemindAsync(bench, Second, Once);
        _time.Advance(Second);
        await FiredAsync();

        await bench.MoveAsync();
        await FiredAsync();
        release.SetResult();
        await SettleAsync(bench);

        Assert.Empty((await bench.ServiceProxy().GetRemindersAsync(null, null, Token)).Items);
    }

    [Fact]
    [Trait("ActorCase", "41")]
    public async Task A_reminder_that_a_failed_turn_registered_exists_and_fires()
    {
        await using var bench = await StartAsync();
        bench.On("fail", async a =>
        {
            await a.RemindAsync("r", Second, Once);
            throw new FormatException("failed");
        });
        await TurnTests.FailsAsync<FormatException>(bench.Proxy(1).DoAsync("fail"));

        _time.Advance(Second);

        await FiredAsync();
    }

    [Theory]
    [Trait("ActorCase", "42")]
    [InlineData(true, 0)]
    [InlineData(false, 1)]
    public async Task A_one_time_reminder_that_threw_is_deleted_unless_the_settings_keep_it(bool deletes, int left)
    {
        var settings = new ActorServiceSettings();
        settings.ReminderSettings.AutoDeleteOneTimeReminders = deletes;
        await using var bench = await StartAsync(settings);
        bench.Reminding = (_, _, _) =>
        {
            _fired.Release();
            throw new FormatException("failed");
        };
        var records = bench.Rows.Records;
        await RemindAsync(bench, Second, Once);
        _time.Advance(Second);
        await FiredAsync();
        await RecordedAsync(bench, records + 2);

        // The record is counted before the reminder leaves the table of the replica.
        while ((await bench.ServiceProxy().GetRemindersAsync(null, null, Token)).Items.Count() != left)
            await Task.Yield();
        await bench.MoveAsync();
        await LoadedAsync(bench);
        _time.Advance(TimeSpan.FromDays(1));
        await SettleAsync(bench);
        Assert.Equal(0, _fired.CurrentCount);
    }

    [Fact]
    [Trait("ActorCase", "43")]
    public async Task A_reminder_without_due_time_and_period_fires_once_and_stays_stored()
    {
        await using var bench = await StartAsync();
        var records = bench.Rows.Records;
        await RemindAsync(bench, TimeSpan.Zero, Once);
        await FiredAsync();
        await RecordedAsync(bench, records + 2);
        await bench.MoveAsync();
        await LoadedAsync(bench);

        _time.Advance(TimeSpan.FromDays(1));
        await SettleAsync(bench);

        Assert.Equal(0, _fired.CurrentCount);
        Assert.Single((await bench.ServiceProxy().GetRemindersAsync(new ActorId(1), null, Token)).Items);
    }

    [Fact]
    [Trait("ActorCase", "44")]
    public async Task A_period_of_zero_fires_back_to_back_and_calls_are_served()
    {
        await using var bench = await StartAsync();
        await RemindAsync(bench, TimeSpan.Zero, TimeSpan.Zero);

        await FiredAsync(20);

        Assert.Equal([7], await bench.Proxy(1).EchoAsync([7]));
        await FiredAsync(20);
    }

    [Fact]
    [Trait("ActorCase", "44")]
    public async Task Times_that_are_negative_are_refused()
    {
        await using var bench = await StartAsync();
        bench.On("due", a => a.RemindAsync("r", TimeSpan.FromMilliseconds(-1), Second));
        bench.On("period", a => a.RemindAsync("r", Second, TimeSpan.FromMilliseconds(-2)));

        await TurnTests.FailsAsync<ArgumentOutOfRangeException>(bench.Proxy(1).DoAsync("due"));
        await TurnTests.FailsAsync<ArgumentOutOfRangeException>(bench.Proxy(1).DoAsync("period"));
    }

    [Fact]
    [Trait("ActorCase", "45")]
    public async Task A_reminder_of_the_same_name_takes_the_place_of_the_other()
    {
        await using var bench = await StartAsync();
        await RemindAsync(bench, Second, Second);
        await RemindAsync(bench, TimeSpan.FromSeconds(5), Once);

        _time.Advance(TimeSpan.FromSeconds(4));
        await SettleAsync(bench);
        Assert.Equal(0, _fired.CurrentCount);
        _time.Advance(Second);

        await FiredAsync();
    }

    [Fact]
    [Trait("ActorCase", "45")]
    public async Task A_reminder_that_its_callback_unregisters_is_gone_also_after_a_failover()
    {
        await using var bench = await StartAsync();
        bench.Reminding = async (a, name, _) =>
        {
            await a.UnremindAsync(a.Reminder(name));
            _fired.Release();
        };
        await RemindAsync(bench, Second, Second);
        _time.Advance(Second);
        await FiredAsync();
        await SettleAsync(bench);
        await bench.MoveAsync();
        await LoadedAsync(bench);

        _time.Advance(TimeSpan.FromDays(1));
        await SettleAsync(bench);

        Assert.Equal(0, _fired.CurrentCount);
        Assert.Empty((await bench.ServiceProxy().GetRemindersAsync(null, null, Token)).Items);
    }

    [Fact]
    [Trait("ActorCase", "46")]
    public async Task A_reminder_that_does_not_exist_is_not_found()
    {
        await using var bench = await StartAsync();
        bench.On("get", a => Task.FromResult<string?>(a.Reminder("none").Name));
        bench.On("twice", async a =>
        {
            var reminder = await a.RemindAsync("r", Second, Second);
            await a.UnremindAsync(reminder);
            await a.UnremindAsync(reminder);
        });

        await TurnTests.FailsAsync<ReminderNotFoundException>(bench.Proxy(1).DoAsync("get"));
        await TurnTests.FailsAsync<ReminderNotFoundException>(bench.Proxy(1).DoAsync("twice"));
    }

    [Fact]
    [Trait("ActorCase", "46")]
    public async Task An_actor_that_is_not_remindable_has_no_reminders()
    {
        await using var bench = await StartAsync();
        var plain = new PlainActor(bench.Service, new(1));

        await Assert.ThrowsAsync<InvalidOperationException>(() => plain.RemindAsync());
        Assert.Throws<InvalidOperationException>(() => plain.Reminder());
    }

    [Fact]
    [Trait("ActorCase", "47")]
    public async Task A_reminder_due_in_sixty_days_survives_a_move_and_fires_then()
    {
        await using var bench = await StartAsync();
        await RemindAsync(bench, TimeSpan.FromDays(60), Once);
        _time.Advance(TimeSpan.FromDays(50));
        await bench.MoveAsync();
        await LoadedAsync(bench);
        _time.Advance(TimeSpan.FromDays(9.9));
        await SettleAsync(bench);
        Assert.Equal(0, _fired.CurrentCount);

        _time.Advance(TimeSpan.FromDays(0.1));

        await FiredAsync();
    }

    [Fact]
    [Trait("ActorCase", "48")]
    public async Task Reminder_calls_while_the_reminders_are_loaded_are_tried_again()
    {
        await using var bench = await StartAsync();
        var release = new TaskCompletionSource();
        bench.Rows.Loading = () => release.Task;
        try
        {
            await bench.MoveAsync();
            // The way to the new primary is found before a call may not be tried again.
            _ = await bench.Proxy(2).EchoAsync([1]);
            bench.Retries = new(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1), 0, 0);
            bench.On("remind", a => a.RemindAsync("r", Second, Once));
            await TurnTests.FailsAsync<ReminderLoadInProgressException>(bench.Proxy(1).DoAsync("remind"));
            bench.Retries = new(
                TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1), int.MaxValue, int.MaxValue);

            var call = bench.Proxy(1).DoAsync("remind");
            // Calls that need no reminders are served meanwhile.
            Assert.Equal([1], await bench.Proxy(2).EchoAsync([1]));
            release.SetResult();

            await call.WaitAsync(ActorBench.Limit, Token);
        }
        finally
        {
            // Otherwise the end of the bench would wait for the reminders.
            _ = release.TrySetResult();
        }
    }

    [Fact]
    [Trait("ActorCase", "48")]
    public async Task Reminders_that_could_not_be_loaded_are_loaded_later()
    {
        await using var bench = await StartAsync();
        await RemindAsync(bench, Second, Once);
        var failures = 0;
        var failed = new TaskCompletionSource();
        bench.Rows.Loading = () =>
        {
            failed.TrySetResult();
            return ++failures == 1 ? throw new TimeoutException("no quorum") : Task.CompletedTask;
        };
        await bench.MoveAsync();
        await failed.Task.WaitAsync(ActorBench.Limit, Token);

        // The delay before the next attempt begins at a moment that this test does not know.
        for (var i = 0; i < 1000 && failures < 2; i++)
        {
            _time.Advance(Second);
            await bench.Proxy(5).EchoAsync([1]);
        }

        await LoadedAsync(bench);
        await FiredAsync();
        Assert.Equal(2, failures);
    }

    [Fact]
    [Trait("ActorCase", "49")]
    public async Task An_overdue_reminder_fires_once_and_then_every_period()
    {
        await using var bench = await StartAsync();
        await RemindAsync(bench, Second, Second);
        await bench.DemoteAsync();
        _time.Advance(TimeSpan.FromSeconds(10.5));
        await bench.PromoteAsync();
        await FiredAsync();
        await Eventually.HoldsAsync(() => bench.Service.Manager!.Reminders.Armed == 1);

        _time.Advance(TimeSpan.FromSeconds(0.9));
        await SettleAsync(bench);
        Assert.Equal(0, _fired.CurrentCount);
        _time.Advance(TimeSpan.FromSeconds(0.1));

        await FiredAsync();
    }

    [Fact]
    [Trait("ActorCase", "50")]
    public async Task Ten_thousand_reminders_due_at_the_promotion_all_fire_a_bounded_number_at_once()
    {
        const int Actors = 10_000;
        await using var bench = await StartAsync();
        var (running, most) = (0, 0);
        bench.Reminding = async (_, _, _) =>
        {
            var now = Interlocked.Increment(ref running);
            for (var seen = Volatile.Read(ref most); now > seen; seen = Volatile.Read(ref most))
                Interlocked.CompareExchange(ref most, now, seen);
            await Task.Yield();
            Interlocked.Decrement(ref running);
            _fired.Release();
        };
        await bench.DemoteAsync();
        var rows = new ActorRows(bench.Rows, _time);
        for (var i = 0; i < Actors; i++)
            await rows.SaveReminderAsync(new(i), new StoredReminder("r"), bench.Rows.Term, Token);
        _time.Advance(TimeSpan.FromMinutes(1));

        await bench.PromoteAsync();
        Assert.Equal([1], await bench.Proxy(77).EchoAsync([1]));
        await FiredAsync(Actors);

        Assert.InRange(most, 1, 128);
        Assert.Equal(0, _fired.CurrentCount);
    }

    [Fact]
    [Trait("ActorCase", "64")]
    public async Task After_the_demotion_reminders_are_silent()
    {
        await using var bench = await StartAsync();
        await RemindAsync(bench, Second, Second);

        await bench.DemoteAsync();
        _time.Advance(TimeSpan.FromMinutes(5));

        Assert.Equal(0, _fired.CurrentCount);
    }

    [Fact]
    [Trait("ActorCase", "36")]
    public async Task A_reminders_state_may_be_null_or_empty()
    {
        await using var bench = await StartAsync();
        var states = new ConcurrentDictionary<string, byte[]?>();
        bench.Reminding = (_, name, state) =>
        {
            states[name] = state;
            return Task.FromResult(_fired.Release());
        };
        bench.On("remind", async a =>
        {
            await a.RemindAsync("null", Second, Once);
            await a.RemindAsync("empty", Second, Once, []);
            await a.RemindAsync("bytes", Second, Once, [1, 2]);
        });
        await bench.Proxy(1).DoAsync("remind");
        await bench.MoveAsync();
        await LoadedAsync(bench);

        _time.Advance(Second);
        await FiredAsync(3);

        Assert.Null(states["null"]);
        Assert.Empty(states["empty"]!);
        Assert.Equal([1, 2], states["bytes"]!);
    }

    private async Task<ActorBench> StartAsync(ActorServiceSettings? settings = null)
    {
        var bench = await ActorBench.StartAsync(settings, _time);
        bench.Reminding = (_, name, _) =>
        {
            _names.Enqueue(name);
            return Task.FromResult(_fired.Release());
        };
        await LoadedAsync(bench);
        return bench;
    }

    private static async Task RemindAsync(ActorBench bench, TimeSpan due, TimeSpan period, string name = "r")
    {
        bench.On("remind", a => a.RemindAsync(name, due, period));
        await bench.Proxy(1).DoAsync("remind");
    }

    // A query of a reminder is refused until the reminders are loaded, and tried again.
    private static async Task LoadedAsync(ActorBench bench)
    {
        bench.On("loaded", a =>
        {
            try
            {
                a.Reminder("none of this name");
            }
            catch (ReminderNotFoundException)
            {
                // They are loaded.
            }
            return Task.CompletedTask;
        });
        await bench.Proxy(999).DoAsync("loaded");
    }

    // What is due now has begun, or has been queued before this call.
    private static Task SettleAsync(ActorBench bench) => bench.Proxy(1).EchoAsync([1]);

    // A reminder is a record when it is registered, with its actor's first one, and another one when it has fired.
    private static async Task RecordedAsync(ActorBench bench, int records)
    {
        while (bench.Rows.Records < records)
        {
            Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }

    private async Task FiredAsync(int count = 1)
    {
        for (var i = 0; i < count; i++)
            Assert.True(await _fired.WaitAsync(ActorBench.Limit, Token));
    }

    private sealed class PlainActor(ActorService service, ActorId id) : Actor(service, id)
    {
        internal Task<IActorReminder> RemindAsync() => RegisterReminderAsync("r", [], Second, Once);

        internal IActorReminder Reminder() => GetReminder("r");
    }

    private sealed class StoredReminder(string name) : IActorReminder
    {
        public string Name => name;

        public TimeSpan DueTime => Second;

        public TimeSpan Period => Once;

        public byte[]? State => null;
    }
}
