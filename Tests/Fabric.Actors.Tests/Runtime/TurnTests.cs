using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Tests.Runtime.Doubles;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime;

/// <summary>Turns of actors that are called over a socket.</summary>
public sealed class TurnTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    [Trait("ActorCase", "4")]
    public async Task A_first_call_activates_the_actor_and_goes_through_the_hooks()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("work", _ => Task.CompletedTask);

        await bench.Proxy(1).DoAsync("work");
        await bench.Proxy(1).DoAsync("work");

        Assert.Equal(
        [
            "1 created", "1 activate", "1 pre ActorInterfaceMethod", "1 work", "1 post ActorInterfaceMethod",
            "1 pre ActorInterfaceMethod", "1 work", "1 post ActorInterfaceMethod",
        ], bench.Traced);
    }

    [Fact]
    [Trait("ActorCase", "4")]
    public async Task An_actor_whose_presence_could_not_be_stored_is_recorded_by_a_later_turn()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("work", _ => Task.CompletedTask);
        bench.Rows.Writing = static _ => throw new FabricException("no quorum");
        await Assert.ThrowsAsync<AggregateException>(() => bench.Proxy(1).DoAsync("work"));
        bench.Rows.Writing = null;

        await bench.Proxy(1).DoAsync("work");

        Assert.Single((await bench.ServiceProxy().GetActorsAsync(null, Token)).Items);
    }

    [Fact]
    [Trait("ActorCase", "5")]
    public async Task Calls_at_once_activate_once_and_run_one_after_the_other_also_over_awaits()
    {
        await using var bench = await ActorBench.StartAsync();
        var (running, most) = (0, 0);
        bench.On("work", async _ =>
        {
            most = Math.Max(most, Interlocked.Increment(ref running));
            for (var i = 0; i < 5; i++)
                await Task.Yield();
            Interlocked.Decrement(ref running);
        });

        await Task.WhenAll(Enumerable.Range(0, 64).Select(_ => bench.Proxy(1).DoAsync("work")));

        Assert.Equal(1, most);
        Assert.Equal((1, 1, 64), (bench.CountOf("1 created"), bench.CountOf("1 activate"), bench.CountOf("1 work")));
    }

    [Fact]
    [Trait("ActorCase", "6")]
    public async Task A_failed_activation_leaves_nothing_behind()
    {
        await using var bench = await ActorBench.StartAsync();
        var ticks = new SemaphoreSlim(0);
        bench.OnHook("activate", actor =>
        {
            actor.Timer(_ => Task.FromResult(ticks.Release()), TimeSpan.Zero, Timeout.InfiniteTimeSpan);
            return bench.CountOf("1 activate") < 3
                ? throw new InvalidOperationException("not yet") : actor.StateManager.SetStateAsync("a", 1, Token);
        });
        bench.On("read", async a => $"{a.Field++} {await a.StateManager.GetStateAsync<int>("a", Token)}");
        for (var i = 0; i < 2; i++)
        {
            var failure = await Assert.ThrowsAsync<AggregateException>(() => bench.Proxy(1).DoAsync("read"));
            Assert.Equal("not yet", Assert.IsType<InvalidOperationException>(failure.InnerException).Message);
        }

        Assert.Equal("0 1", await bench.Proxy(1).DoAsync("read"));
        Assert.Equal(3, bench.CountOf("1 created"));
        await ticks.WaitAsync(Token);
        // The timers of the failed ones would have run before: each takes a turn of the same actor.
        Assert.Equal("1 1", await bench.Proxy(1).DoAsync("read"));
        Assert.Equal((0, 1), (ticks.CurrentCount, bench.CountOf("1 pre TimerMethod")));
    }

    [Fact]
    [Trait("ActorCase", "7")]
    public async Task A_failing_hook_fails_the_turn_and_nothing_is_stored()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("write", a => a.StateManager.SetStateAsync("n", 1, Token));
        bench.On("read", async a => $"{(await a.StateManager.TryGetStateAsync<int>("n", Token)).HasValue}");
        bench.OnHook("pre ActorInterfaceMethod", _ => throw new FormatException("before"));
        await FailsAsync<FormatException>(bench.Proxy(1).DoAsync("write"));
        Assert.Equal(0, bench.CountOf("1 write"));

        bench.OnHook("pre ActorInterfaceMethod", _ => Task.CompletedTask);
        bench.OnHook("post ActorInterfaceMethod", _ => throw new FormatException("after"));
        await FailsAsync<FormatException>(bench.Proxy(1).DoAsync("write"));
        bench.OnHook("post ActorInterfaceMethod", _ => Task.CompletedTask);

        Assert.Equal("False", await bench.Proxy(1).DoAsync("read"));
    }

    [Fact]
    [Trait("ActorCase", "8")]
    public async Task A_failed_turn_changes_no_state_but_fields_stay()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("write", a => a.StateManager.SetStateAsync("n", 1, Token));
        bench.On("fail", async a =>
        {
            a.Field = 7;
            await a.StateManager.SetStateAsync("n", 2, Token);
            throw new InvalidOperationException("failed");
        });
        bench.On("read", async a => $"{await a.StateManager.GetStateAsync<int>("n", Token)} {a.Field}");
        await bench.Proxy(1).DoAsync("write");

        await FailsAsync<InvalidOperationException>(bench.Proxy(1).DoAsync("fail"));

        Assert.Equal("1 7", await bench.Proxy(1).DoAsync("read"));
        Assert.Equal(2, bench.CountOf("1 post ActorInterfaceMethod"));
    }

    [Fact]
    [Trait("ActorCase", "9")]
    public async Task A_first_call_that_writes_is_one_record_and_a_read_is_none()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("write", a => a.StateManager.SetStateAsync("n", 1, Token));
        bench.On("read", async a => $"{await a.StateManager.GetStateAsync<int>("n", Token)}");

        await bench.Proxy(1).DoAsync("write");
        Assert.Equal(1, bench.Rows.Records);
        await bench.Proxy(1).DoAsync("read");
        Assert.Equal(1, bench.Rows.Records);
        await bench.Proxy(1).DoAsync("write");
        Assert.Equal(2, bench.Rows.Records);
    }

    [Fact]
    [Trait("ActorCase", "10")]
    public async Task Callers_get_their_turns_in_the_order_of_their_arrival()
    {
        await using var bench = await ActorBench.StartAsync();
        var (entered, go) = (new TaskCompletionSource(), new TaskCompletionSource());
        bench.On("hold", _ =>
        {
            entered.SetResult();
            return go.Task;
        });
        var order = new ConcurrentQueue<int>();
        for (var i = 0; i < 100; i++)
        {
            var number = i;
            bench.On($"{i}", _ => Task.Run(() => order.Enqueue(number), Token));
        }
        var proxy = bench.Proxy(1);
        List<Task> calls = [proxy.DoAsync("hold")];
        await entered.Task.WaitAsync(ActorBench.Limit, Token);

        calls.AddRange(Enumerable.Range(0, 100).Select(i => proxy.DoAsync($"{i}")));
        // It came after them on the same connection: they have arrived.
        await bench.Proxy(2).EchoAsync([1]);
        go.SetResult();
        await Task.WhenAll(calls).WaitAsync(ActorBench.Limit, Token);

        Assert.Equal(Enumerable.Range(0, 100), order);
    }

    [Fact]
    [Trait("ActorCase", "74")]
    public async Task A_cancelled_call_is_seen_by_its_turn_and_frees_the_actor()
    {
        await using var bench = await ActorBench.StartAsync();
        using var cancellation = new CancellationTokenSource();
        var (entered, seen) = (new TaskCompletionSource(), new TaskCompletionSource());
        bench.Waiting = async token =>
        {
            using var registration = token.Register(seen.SetResult);
            entered.SetResult();
            await seen.Task;
            token.ThrowIfCancellationRequested();
        };
        var call = bench.Proxy(1).WaitAsync(cancellation.Token);
        await entered.Task.WaitAsync(ActorBench.Limit, Token);

        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
        await seen.Task.WaitAsync(ActorBench.Limit, Token);
        Assert.Equal([3], await bench.Proxy(1).EchoAsync([3]));
    }

    [Fact]
    [Trait("ActorCase", "74")]
    public async Task Two_interfaces_of_an_actor_are_one_object()
    {
        await using var bench = await ActorBench.StartAsync();

        await bench.Proxy(1).EchoAsync([1]);

        Assert.Equal(6, await bench.Proxy<IOtherActor>(new ActorId(1)).AddAsync(1, 2, 3));
        Assert.Equal(1, bench.CountOf("1 created"));
    }

    [Fact]
    [Trait("ActorCase", "74")]
    public async Task A_proxy_and_an_actor_travel_as_references()
    {
        await using var bench = await ActorBench.StartAsync();
        var other = bench.Proxy<IOtherActor>(new ActorId("other"));
        bench.On("pass", async a => await other.NameAsync(a));

        Assert.Equal($"{ActorBench.Name} 7", await other.NameAsync(bench.Proxy(7)));
        Assert.Equal($"{ActorBench.Name} 8", await bench.Proxy(8).DoAsync("pass"));
    }

    [Fact]
    [Trait("ActorCase", "2")]
    public async Task Ids_that_differ_in_case_or_kind_only_are_different_actors()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("count", a => Task.FromResult<string?>($"{++a.Field}"));
        ActorId[] ids = [new("a"), new("A"), new("5"), new(5), new(Guid.Empty), new(Guid.Empty.ToString())];

        foreach (var id in ids)
            Assert.Equal("1", await bench.Proxy<ITestActor>(id).DoAsync("count"));
        Assert.Equal("2", await bench.Proxy<ITestActor>(new ActorId("a")).DoAsync("count"));
    }

    [Fact]
    [Trait("ActorCase", "71")]
    public async Task The_exceptions_of_actors_cross_the_wire_with_type_and_message()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.Retries = new(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1), 1, 1);
        Exception[] all =
        [
            new ActorConcurrencyLockTimeoutException("1"), new ActorDeletedException("2"),
            new DuplicateMessageException("3"), new InvalidReentrantCallException("4"),
            new ReentrancyModeDisallowedException("5"), new ReentrantActorInvalidStateException("6"),
            new ReminderLoadInProgressException("7"), new ReminderNotFoundException("8"),
        ];
        foreach (var exception in all)
        {
            bench.On("throw", _ => Task.FromException(exception));

            var failure = await Assert.ThrowsAsync<AggregateException>(() => bench.Proxy(1).DoAsync("throw"));

            Assert.Equal(exception.GetType(), failure.InnerException!.GetType());
            Assert.Equal(exception.Message, failure.InnerException.Message);
        }
    }

    internal static async Task<T> FailsAsync<T>(Task call)
        where T : Exception
    {
        var failure = await Assert.ThrowsAsync<AggregateException>(() => call);
        return Assert.IsType<T>(failure.InnerException);
    }
}
