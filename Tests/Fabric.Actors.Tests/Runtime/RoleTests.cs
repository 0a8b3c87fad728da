using System;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Tests.Runtime.Doubles;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime;

/// <summary>What becomes of calls and turns when the primary changes.</summary>
public sealed class RoleTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    [Trait("ActorCase", "59")]
    public async Task A_turn_that_outlives_its_primary_fails_and_runs_again_on_the_next()
    {
        await using var bench = await ActorBench.StartAsync();
        var (entered, release) = (new SemaphoreSlim(0), new TaskCompletionSource());
        bench.On("work", async a =>
        {
            entered.Release();
            if (bench.CountOf("1 work") == 1)
                await release.Task;
            return $"{++a.Field} in {bench.CountOf("1 work")}";
        });
        var call = bench.Proxy(1).DoAsync("work");
        Assert.True(await entered.WaitAsync(ActorBench.Limit, Token));

        await bench.MoveAsync();
        release.SetResult();

        Assert.Equal("1 in 2", await call.WaitAsync(ActorBench.Limit, Token));
        Assert.Equal(1, bench.CountOf("1 post ActorInterfaceMethod"));
    }

    // The same replica is the primary again: what the other one wrote meanwhile stays.
    [Fact]
    [Trait("ActorCase", "59")]
    public async Task A_turn_that_outlives_its_primary_registers_and_unregisters_no_reminder_when_the_role_comes_back()
    {
        await using var bench = await ActorBench.StartAsync();
        var (entered, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        var ended = new TaskCompletionSource<(Exception? Registered, Exception? Unregistered)>();
        bench.On("late", async a =>
        {
            var old = await a.RemindAsync("kept", TimeSpan.FromHours(1), TimeSpan.FromHours(1), [1]);
            entered.SetResult();
            await release.Task;
            ended.SetResult((
                await Record.ExceptionAsync(() => a.RemindAsync("late", TimeSpan.FromHours(1), TimeSpan.FromHours(1))),
                await Record.ExceptionAsync(() => a.UnremindAsync(old))));
        });
        bench.On("again", a => a.RemindAsync("kept", TimeSpan.FromHours(1), TimeSpan.FromHours(2), [2]));
        var call = bench.Proxy(1).DoAsync("late");
        await entered.Task.WaitAsync(ActorBench.Limit, Token);
        bench.On("late", _ => Task.CompletedTask); // The call is sent again to the next primary.

        await bench.DemoteAsync();
        await bench.BecomePrimaryAsync();
        await bench.Proxy(1).DoAsync("again");
        release.SetResult();

        var (registered, unregistered) = await ended.Task.WaitAsync(ActorBench.Limit, Token);
        Assert.IsType<FabricNotPrimaryException>(registered);
        Assert.IsType<FabricNotPrimaryException>(unregistered);
        await call.WaitAsync(ActorBench.Limit, Token);
        var stored = await bench.Service.StateProvider.LoadRemindersAsync(Token);
        var reminder = Assert.Single(Assert.Single(stored).Value);
        Assert.Equal(("kept", 2, TimeSpan.FromHours(2)), (reminder.Name, reminder.State[0], reminder.Period));
    }

    [Fact]
    [Trait("ActorCase", "59")]
    public async Task Calls_that_wait_for_their_turn_when_the_primary_ends_run_on_the_next()
    {
        await using var bench = await ActorBench.StartAsync();
        var (entered, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        bench.On("hold", _ =>
        {
            // Sent again to the next primary, it may come before the call that waited.
            return entered.TrySetResult() ? release.Task : Task.CompletedTask;
        });
        var holding = bench.Proxy(1).DoAsync("hold");
        await entered.Task.WaitAsync(ActorBench.Limit, Token);
        var waiting = bench.Proxy(1).EchoAsync([5]);
        await bench.Proxy(2).EchoAsync([1]);

        await bench.MoveAsync();

        Assert.Equal([5], await waiting.WaitAsync(ActorBench.Limit, Token));
        release.SetResult();
        await holding;
    }

    [Theory]
    [Trait("ActorCase", "59")]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_demotion_leaves_no_turn_waiting_whether_it_would_have_waited_for_ever_or_not(bool forEver)
    {
        var settings = new ActorServiceSettings();
        if (forEver)
            settings.ActorConcurrencySettings.LockTimeout = Timeout.InfiniteTimeSpan;
        await using var bench = await ActorBench.StartAsync(settings);
        var (entered, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        bench.On("hold", _ => entered.TrySetResult() ? release.Task : Task.CompletedTask);
        var holding = bench.Proxy(1).DoAsync("hold");
        await entered.Task.WaitAsync(ActorBench.Limit, Token);
        var waiting = Enumerable.Range(0, 3).Select(_ => bench.Proxy(1).EchoAsync([5])).ToArray();
        await bench.Proxy(2).EchoAsync([1]);
        var manager = bench.Service.Manager!;
        Assert.Equal(3, manager.Waits.Count);

        await bench.DemoteAsync();

        Assert.Equal(0, manager.Waits.Count);
        await bench.PromoteAsync();
        Assert.All(await Task.WhenAll(waiting).WaitAsync(ActorBench.Limit, Token), a => Assert.Equal([5], a));
        release.SetResult();
        await holding;
    }

    [Fact]
    [Trait("ActorCase", "58")]
    public async Task A_primary_that_ends_between_commit_and_answer_makes_the_call_run_again()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("add", async a =>
        {
            var was = await a.StateManager.TryGetStateAsync<int>("n", Token);
            await a.StateManager.SetStateAsync("n", was.Value + 1, Token);
            return $"{was.Value + 1}";
        });
        // A connection that is being accepted when its listener stops lives a moment longer, and carries the answer.
        await bench.Proxy(2).EchoAsync([1]);
        bench.Rows.Written = () =>
        {
            bench.Rows.Written = null;
            return bench.MoveAsync();
        };

        Assert.Equal("2", await bench.Proxy(1).DoAsync("add").WaitAsync(ActorBench.Limit, Token));

        Assert.Equal(2, bench.CountOf("1 add"));
        Assert.Equal("3", await bench.Proxy(1).DoAsync("add"));
    }

    [Fact]
    [Trait("ActorCase", "75")]
    public async Task An_actor_calls_a_service_that_calls_actors()
    {
        await using var bench = await ActorBench.StartAsync();
        await using var relay = new RelayHost(bench);
        bench.On("there", async _ => await relay.Proxy.RelayAsync(2, "back"));
        bench.On("back", async a => $"{a.Id} {(await a.StateManager.TryGetStateAsync<int>("n", Token)).HasValue}");

        Assert.Equal("2 False", await bench.Proxy(1).DoAsync("there").WaitAsync(ActorBench.Limit, Token));
    }

    [Fact]
    [Trait("ActorCase", "60")]
    public async Task A_read_of_cached_state_is_refused_while_the_partition_cannot_be_read()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("write", a => a.StateManager.SetStateAsync("n", 1, Token));
        bench.On("read", async a => $"{await a.StateManager.GetStateAsync<int>("n", Token)}");
        await bench.Proxy(1).DoAsync("write");
        Assert.Equal("1", await bench.Proxy(1).DoAsync("read"));
        bench.Retries = new(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1), 0, 0);

        bench.Partition.ReadStatus = PartitionAccessStatus.ReconfigurationPending;
        await TurnTests.FailsAsync<FabricNotReadableException>(bench.Proxy(1).DoAsync("read"));
        bench.Partition.ReadStatus = PartitionAccessStatus.NotPrimary;
        await TurnTests.FailsAsync<FabricNotPrimaryException>(bench.Proxy(1).DoAsync("read"));

        bench.Partition.ReadStatus = PartitionAccessStatus.Granted;
        Assert.Equal("1", await bench.Proxy(1).DoAsync("read"));
    }

    [Fact]
    [Trait("ActorCase", "63")]
    public async Task The_actors_can_be_called_as_soon_as_the_listeners_are_open()
    {
        await using var bench = await ActorBench.StartAsync();
        await bench.DemoteAsync();
        await bench.OpenAsync();
        Assert.Null(bench.Service.Manager);

        // As the runtime does: the listeners, and only then the service is told its role.
        foreach (var listener in bench.Service.InvokeCreateServiceReplicaListeners())
            listener.CreateCommunicationListener(bench.Service.Context);

        Assert.NotNull(bench.Service.Manager);
    }

    [Fact]
    [Trait("ActorCase", "57")]
    public async Task A_commit_that_fails_fails_the_call_and_leaves_no_part_of_the_turn()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("write", async a =>
        {
            await a.StateManager.SetStateAsync("a", 1, Token);
            await a.StateManager.SetStateAsync("b", 1, Token);
        });
        bench.On("names", async a => string.Join(",", await a.StateManager.GetStateNamesAsync(Token)));
        bench.Rows.Writing = static _ => throw new FabricObjectClosedException("closed");
        bench.Retries = new(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1), 0, 0);
        await TurnTests.FailsAsync<FabricObjectClosedException>(bench.Proxy(1).DoAsync("write"));
        bench.Rows.Writing = null;

        Assert.Equal("", await bench.Proxy(1).DoAsync("names"));
        await bench.Proxy(1).DoAsync("write");
        Assert.Equal("a,b", await bench.Proxy(1).DoAsync("names"));
    }
}
