using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.State;
using SfPerf.Fabric.Actors.Tests.Runtime.Doubles;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime;

/// <summary>Deletion of actors, and queries for those that are left.</summary>
public sealed class DeletionTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    [Trait("ActorCase", "52")]
    public async Task A_deletion_touches_no_actor_whose_id_begins_alike()
    {
        await using var bench = await StartAsync();
        ActorId[] ids = [new("a"), new("a_b"), new(1), new(12)];
        foreach (var id in ids)
        {
            await bench.Proxy<ITestActor>(id).DoAsync("write");
            await bench.Proxy<ITestActor>(id).DoAsync("remind");
        }

        await bench.ServiceProxy().DeleteActorAsync(new("a"), Token);
        await bench.ServiceProxy().DeleteActorAsync(new(1), Token);

        Assert.Equal("", await bench.Proxy<ITestActor>(ids[0]).DoAsync("names"));
        Assert.Equal("n", await bench.Proxy<ITestActor>(ids[1]).DoAsync("names"));
        Assert.Equal("", await bench.Proxy<ITestActor>(ids[2]).DoAsync("names"));
        Assert.Equal("n", await bench.Proxy<ITestActor>(ids[3]).DoAsync("names"));
        var reminders = await bench.ServiceProxy().GetRemindersAsync(null, null, Token);
        Assert.Equal(["12", "a_b"], reminders.Items.Select(r => r.Key.ToString()).Order(StringComparer.Ordinal));
    }

    [Fact]
    [Trait("ActorCase", "53")]
    public async Task An_active_actor_is_deleted_in_one_record_and_deactivated_in_its_turn()
    {
        await using var bench = await StartAsync();
        bench.On("count", a => Task.FromResult<string?>($"{++a.Field}"));
        await bench.Proxy(1).DoAsync("count");
        await bench.Proxy(1).DoAsync("write");
        await bench.Proxy(1).DoAsync("remind");
        List<RowWrite>? written = null;
        bench.Rows.Writing = writes => Task.FromResult(written = [.. writes]);
        var (entered, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        bench.OnHook("deactivate", _ =>
        {
            entered.SetResult();
            return release.Task;
        });

        var deleting = bench.ServiceProxy().DeleteActorAsync(new(1), Token);
        await entered.Task.WaitAsync(ActorBench.Limit, Token);

        Assert.False(deleting.IsCompleted);
        Assert.Equal(
            [RowTable.Actors, RowTable.States, RowTable.Reminders], written!.Select(w => w.Table));
        Assert.All(written!, w => Assert.Null(w.Value));
        release.SetResult();
        await deleting;
        Assert.Equal("1", await bench.Proxy(1).DoAsync("count"));
    }

    [Fact]
    [Trait("ActorCase", "53")]
    public async Task Inactive_unknown_and_twice_deleted_actors_are_no_error()
    {
        await using var bench = await StartAsync();
        await bench.Proxy(1).DoAsync("write");
        await bench.MoveAsync();

        await bench.ServiceProxy().DeleteActorAsync(new(1), Token);
        await bench.ServiceProxy().DeleteActorAsync(new(99), Token);
        await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => bench.ServiceProxy().DeleteActorAsync(new(1), Token)));

        Assert.Empty((await bench.ServiceProxy().GetActorsAsync(null, Token)).Items);
        Assert.Equal(0, bench.CountOf("99 created"));
    }

    [Fact]
    [Trait("ActorCase", "54")]
    public async Task A_deletion_waits_for_the_turn_and_calls_that_wait_find_an_empty_actor()
    {
        await using var bench = await StartAsync();
        var (entered, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        bench.On("slow", async a =>
        {
            entered.SetResult();
            await release.Task;
            await a.StateManager.SetStateAsync("n", 1, Token);
        });
        bench.On("count", async a => $"{++a.Field} {await a.StateManager.ContainsStateAsync("n", Token)}");
        var slow = bench.Proxy(1).DoAsync("slow");
        await entered.Task.WaitAsync(ActorBench.Limit, Token);

        var deleting = bench.ServiceProxy().DeleteActorAsync(new(1), Token);
        await bench.Proxy(2).EchoAsync([1]);
        var queued = bench.Proxy(1).DoAsync("count");
        await bench.Proxy(2).EchoAsync([1]);
        Assert.False(deleting.IsCompleted);
        release.SetResult();

        await slow;
        await deleting;
        Assert.Equal("1 False", await queued);
        Assert.Equal(2, bench.CountOf("1 created"));
    }

    [Fact]
    [Trait("ActorCase", "55")]
    public async Task An_actor_that_deletes_itself_is_deleted_after_its_turn()
    {
        await using var bench = await StartAsync();
        bench.On("die", async a =>
        {
            await a.StateManager.SetStateAsync("n", 1, Token);
            await ((IActorService)a.ActorService).DeleteActorAsync(a.Id, Token);
            return $"{await a.StateManager.ContainsStateAsync("n", Token)}";
        });

        Assert.Equal("True", await bench.Proxy(1).DoAsync("die").WaitAsync(ActorBench.Limit, Token));

        Assert.Empty((await bench.ServiceProxy().GetActorsAsync(null, Token)).Items);
        Assert.Equal("", await bench.Proxy(1).DoAsync("names"));
        Assert.Equal(1, bench.CountOf("1 deactivate"));
    }

    [Fact]
    [Trait("ActorCase", "55")]
    public async Task An_actor_that_deletes_itself_through_a_proxy_of_its_service_waits_for_nothing()
    {
        await using var bench = await StartAsync();
        var service = bench.ServiceCaller();
        bench.On("die", a => service.DeleteActorAsync(a.Id, Token));
        bench.On("kill", _ => service.DeleteActorAsync(new(2), Token));
        await bench.Proxy(1).DoAsync("write");
        await bench.Proxy(2).DoAsync("write");

        await bench.Proxy(1).DoAsync("die").WaitAsync(ActorBench.Limit, Token);
        Assert.Equal([new ActorId(2)], (await service.GetActorsAsync(null, Token)).Items.Select(a => a.ActorId));
        await bench.Proxy(3).DoAsync("kill").WaitAsync(ActorBench.Limit, Token);

        Assert.Equal([new ActorId(3)], (await service.GetActorsAsync(null, Token)).Items.Select(a => a.ActorId));
    }

    [Fact]
    [Trait("ActorCase", "55")]
    public async Task An_actor_whose_turn_fails_does_not_delete_itself()
    {
        await using var bench = await StartAsync();
        await bench.Proxy(1).DoAsync("write");
        bench.On("die", async a =>
        {
            await ((IActorService)a.ActorService).DeleteActorAsync(a.Id, Token);
            throw new FormatException("failed");
        });

        await TurnTests.FailsAsync<FormatException>(bench.Proxy(1).DoAsync("die"));

        Assert.Equal("n", await bench.Proxy(1).DoAsync("names"));
    }

    [Fact]
    [Trait("ActorCase", "56")]
    public async Task A_deletion_before_the_reminders_are_loaded_is_tried_again()
    {
        await using var bench = await StartAsync();
        await bench.Proxy(1).DoAsync("write");
        var release = new TaskCompletionSource();
        bench.Rows.Loading = () => release.Task;
        try
        {
            await bench.MoveAsync();
            // The way to the new primary is found before a call may not be tried again.
            _ = await bench.ServiceProxy().GetActorsAsync(null, Token);
            bench.Retries = new(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1), 0, 0);
            await TurnTests.FailsAsync<ReminderLoadInProgressException>(
                bench.ServiceProxy().DeleteActorAsync(new(1), Token));
            bench.Retries = new(
                TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1), int.MaxValue, int.MaxValue);

            var deleting = bench.ServiceProxy().DeleteActorAsync(new(1), Token);
            release.SetResult();
            await deleting.WaitAsync(ActorBench.Limit, Token);
        }
        finally
        {
            // Otherwise the end of the bench would wait for the reminders.
            _ = release.TrySetResult();
        }

        Assert.Empty((await bench.ServiceProxy().GetActorsAsync(null, Token)).Items);
    }

    [Fact]
    [Trait("ActorCase", "54")]
    public async Task A_deletion_that_did_not_get_its_actor_in_time_is_tried_again_from_outside_and_not_within_a_turn()
    {
        var settings = new ActorServiceSettings();
        settings.ActorConcurrencySettings.LockTimeout = TimeSpan.FromMilliseconds(20);
        await using var bench = await ActorBench.StartAsync(settings);
        var (entered, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        bench.On("hold", async a =>
        {
            await a.StateManager.SetStateAsync("n", 1, Token);
            entered.TrySetResult();
            await release.Task;
        });
        bench.On("inside", _ => TurnTests.FailsAsync<ActorConcurrencyLockTimeoutException>(
            bench.ServiceCaller().DeleteActorAsync(new(1), Token)));
        var holding = bench.Proxy(1).DoAsync("hold");
        await entered.Task.WaitAsync(ActorBench.Limit, Token);

        // Its first try, which comes before that of the turn, is over when the turn's is.
        var deleting = bench.ServiceCaller().DeleteActorAsync(new(1), Token);
        await bench.Proxy(2).DoAsync("inside");
        Assert.False(deleting.IsCompleted);
        release.SetResult();

        await holding;
        await deleting.WaitAsync(ActorBench.Limit, Token);
        Assert.DoesNotContain(new ActorId(1),
            (await bench.ServiceProxy().GetActorsAsync(null, Token)).Items.Select(a => a.ActorId));
    }

    [Fact]
    [Trait("ActorCase", "54")]
    public async Task A_deletion_that_never_gets_its_actor_in_time_fails_after_as_many_tries_as_the_settings_say()
    {
        var settings = new ActorServiceSettings();
        settings.ActorConcurrencySettings.LockTimeout = TimeSpan.FromMilliseconds(20);
        await using var bench = await ActorBench.StartAsync(settings);
        bench.Retries = new(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1), 3, 3);
        var (entered, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        bench.On("hold", _ =>
        {
            entered.TrySetResult();
            return release.Task;
        });
        var holding = bench.Proxy(1).DoAsync("hold");
        await entered.Task.WaitAsync(ActorBench.Limit, Token);

        await TurnTests.FailsAsync<ActorConcurrencyLockTimeoutException>(
            bench.ServiceCaller().DeleteActorAsync(new(1), Token));

        release.SetResult();
        await holding;
        Assert.Contains(new ActorId(1),
            (await bench.ServiceProxy().GetActorsAsync(null, Token)).Items.Select(a => a.ActorId));
    }

    [Fact]
    [Trait("ActorCase", "66")]
    public async Task Ten_thousand_and_one_actors_are_two_pages()
    {
        await using var bench = await StartAsync();
        var rows = new ActorRows(bench.Rows, TimeProvider.System);
        var ids = Enumerable.Range(-5_000, 10_001).Select(i => new ActorId(i)).ToArray();
        foreach (var id in ids)
            await rows.AddActorAsync(id, bench.Rows.Term, Token);

        var first = await bench.ServiceProxy().GetActorsAsync(null, Token);
        var second = await bench.ServiceProxy().GetActorsAsync(first.ContinuationToken, Token);

        Assert.Equal((10_000, 1), (first.Items.Count(), second.Items.Count()));
        Assert.Null(second.ContinuationToken);
        Assert.Equal(ids, first.Items.Concat(second.Items).Select(a => a.ActorId).Order());
    }

    [Fact]
    [Trait("ActorCase", "67")]
    public async Task A_query_tells_who_is_active_and_goes_on_when_actors_are_deleted_between_pages()
    {
        await using var bench = await StartAsync();
        var rows = new ActorRows(bench.Rows, TimeProvider.System);
        for (var i = 0; i < 10_010; i++)
            await rows.AddActorAsync(new(i), bench.Rows.Term, Token);
        await bench.Proxy(5).DoAsync("write");
        var first = await bench.ServiceProxy().GetActorsAsync(null, Token);
        var last = first.Items.Last().ActorId;
        var left = Enumerable.Range(0, 10_010).Select(i => new ActorId(i))
            .Except(first.Items.Select(a => a.ActorId)).ToList();
        await bench.ServiceProxy().DeleteActorAsync(last, Token);
        await bench.ServiceProxy().DeleteActorAsync(left[3], Token);

        var second = await bench.ServiceProxy().GetActorsAsync(first.ContinuationToken, Token);

        Assert.Equal(left.Except([left[3]]).Order(), second.Items.Select(a => a.ActorId).Order());
        Assert.Equal([new ActorId(5)], first.Items.Where(a => a.IsActive).Select(a => a.ActorId));
        await bench.MoveAsync();
        Assert.DoesNotContain((await bench.ServiceProxy().GetActorsAsync(null, Token)).Items, a => a.IsActive);
    }

    private static async Task<ActorBench> StartAsync()
    {
        var bench = await ActorBench.StartAsync();
        bench.On("write", a => a.StateManager.SetStateAsync("n", 1, Token));
        bench.On("remind", a => a.RemindAsync("r", TimeSpan.FromDays(1), TimeSpan.FromDays(1)));
        bench.On("names", async a => string.Join(",", await a.StateManager.GetStateNamesAsync(Token)));
        return bench;
    }
}
