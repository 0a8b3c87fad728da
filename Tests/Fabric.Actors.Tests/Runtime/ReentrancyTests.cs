using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Turns;
using SfPerf.Fabric.Actors.Tests.Runtime.Doubles;
using SfPerf.Fabric.Remoting.Client;
using SfPerf.Fabric.Remoting.Wire;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime;

/// <summary>Calls that come back, and waits that end.</summary>
public sealed class ReentrancyTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    [Trait("ActorCase", "13")]
    public async Task A_call_that_comes_back_runs_within_the_turn_but_not_twice_deep()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("end", _ => Task.FromResult<string?>("end"));
        bench.On("once", async a => await bench.Proxy(2).DoAsync("back") + a.Id);
        bench.On("back", async _ => await bench.Proxy(1).DoAsync("end"));
        bench.On("twice", async _ => await bench.Proxy(2).DoAsync("again"));
        bench.On("again", async _ => await bench.Proxy(1).DoAsync("once"));

        Assert.Equal("end1", await bench.Proxy(1).DoAsync("once"));
        await FailsAsync<InvalidReentrantCallException>(bench.Proxy(1).DoAsync("twice"));
        Assert.Equal("end1", await bench.Proxy(1).DoAsync("once"));
    }

    [Fact]
    [Trait("ActorCase", "14")]
    public async Task Of_two_parallel_returns_one_is_refused()
    {
        await using var bench = await ActorBench.StartAsync();
        var inside = new TaskCompletionSource();
        bench.On("both", async _ =>
        {
            Task[] calls = [bench.Proxy(2).DoAsync("back"), bench.Proxy(3).DoAsync("back")];
            var refused = await Task.WhenAny(calls);
            inside.SetResult();
            await Task.WhenAny(Task.WhenAll(calls));
            return $"{refused.Exception!.InnerExceptions.Count} {calls.Count(c => c.IsFaulted)}";
        });
        bench.On("back", async _ => await bench.Proxy(1).DoAsync("wait"));
        bench.On("wait", _ => inside.Task);

        Assert.Equal("1 1", await bench.Proxy(1).DoAsync("both"));
    }

    [Fact]
    [Trait("ActorCase", "15")]
    public async Task Without_reentrancy_a_return_is_refused_and_the_turn_goes_on()
    {
        var settings = new ActorServiceSettings();
        settings.ActorConcurrencySettings.ReentrancyMode = ActorReentrancyMode.Disallowed;
        await using var bench = await ActorBench.StartAsync(settings);
        bench.On("call", async _ =>
        {
            await FailsAsync<ReentrancyModeDisallowedException>(bench.Proxy(2).DoAsync("back"));
            return "went on";
        });
        bench.On("back", async _ => await bench.Proxy(1).DoAsync("call"));

        Assert.Equal("went on", await bench.Proxy(1).DoAsync("call"));
    }

    [Fact]
    [Trait("ActorCase", "16")]
    public async Task After_a_failed_return_that_was_caught_the_next_one_is_refused()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("call", async _ =>
        {
            await FailsAsync<FormatException>(bench.Proxy(2).DoAsync("back"));
            await FailsAsync<ReentrantActorInvalidStateException>(bench.Proxy(2).DoAsync("back"));
            return "caught";
        });
        bench.On("back", async _ => await bench.Proxy(1).DoAsync("fail"));
        bench.On("fail", _ => Task.FromException(new FormatException("failed")));

        Assert.Equal("caught", await bench.Proxy(1).DoAsync("call"));
        Assert.Equal("caught", await bench.Proxy(1).DoAsync("call"));
    }

    [Fact]
    [Trait("ActorCase", "19")]
    public async Task What_a_reentrant_call_has_saved_stays_when_the_outer_turn_fails()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("outer", async a =>
        {
            await bench.Proxy(2).DoAsync("back");
            await a.StateManager.SetStateAsync("outer", 1, Token);
            throw new FormatException("failed");
        });
        bench.On("back", async _ => await bench.Proxy(1).DoAsync("set"));
        bench.On("set", a => a.StateManager.SetStateAsync("inner", 1, Token));
        bench.On("names", async a => string.Join(",", await a.StateManager.GetStateNamesAsync(Token)));

        await FailsAsync<FormatException>(bench.Proxy(1).DoAsync("outer"));

        Assert.Equal("inner", await bench.Proxy(1).DoAsync("names"));
    }

    [Fact]
    [Trait("ActorCase", "20")]
    public async Task A_timers_turn_begins_a_chain_of_its_own()
    {
        await using var bench = await ActorBench.StartAsync();
        var ended = new TaskCompletionSource<string>();
        bench.On("arm", a => Task.FromResult<string?>(a.Timer(
            async _ => ended.SetResult(await bench.Proxy(2).DoAsync("back")),
            TimeSpan.Zero, Timeout.InfiniteTimeSpan).Period.ToString()));
        bench.On("back", async _ => await bench.Proxy(1).DoAsync("end"));
        bench.On("end", _ => Task.FromResult<string?>("back"));

        await bench.Proxy(1).DoAsync("arm");

        Assert.Equal("back", await ended.Task.WaitAsync(ActorBench.Limit, Token));
    }

    [Fact]
    [Trait("ActorCase", "21")]
    public async Task Work_that_a_turn_left_behind_calls_its_actor_as_a_stranger()
    {
        await using var bench = await ActorBench.StartAsync();
        var (go, entered) = (new TaskCompletionSource(), new TaskCompletionSource());
        var release = new TaskCompletionSource();
        Task<string>? left = null;
        bench.On("leave", _ =>
        {
            left = Task.Run(async () =>
            {
                await go.Task;
                return await bench.Proxy(1).DoAsync("name");
            });
            return Task.CompletedTask;
        });
        bench.On("name", _ => Task.FromResult<string?>("stranger"));
        bench.On("hold", _ =>
        {
            entered.SetResult();
            return release.Task;
        });
        await bench.Proxy(1).DoAsync("leave");
        var holding = bench.Proxy(1).DoAsync("hold");
        await entered.Task.WaitAsync(ActorBench.Limit, Token);

        go.SetResult();
        await bench.Proxy(2).EchoAsync([1]);
        Assert.False(left!.IsCompleted);
        release.SetResult();

        await holding;
        Assert.Equal("stranger", await left.WaitAsync(ActorBench.Limit, Token));
    }

    [Fact]
    [Trait("ActorCase", "11")]
    public async Task A_turn_waits_exactly_the_lock_timeout()
    {
        var (time, settings) = (new ManualTimeProvider(), new ActorServiceSettings());
        settings.ActorConcurrencySettings.LockTimeout = TimeSpan.FromSeconds(1);
        await using var bench = await ActorBench.StartAsync(settings, time);
        bench.Retries = new(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1), 0, 0);
        var (entered, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        bench.On("hold", _ =>
        {
            entered.TrySetResult();
            return release.Task;
        });
        bench.On("inside", async _ => await FailsAsync<ActorConcurrencyLockTimeoutException>(
            bench.Proxy(1).DoAsync("hold")));
        var holding = bench.Proxy(1).DoAsync("hold");
        await entered.Task.WaitAsync(ActorBench.Limit, Token);
        var waiting = bench.Proxy(1).DoAsync("hold");
        await bench.Proxy(2).EchoAsync([1]);

        time.Advance(TimeSpan.FromSeconds(1) - TimeSpan.FromTicks(1));
        await bench.Proxy(2).EchoAsync([1]);
        Assert.False(waiting.IsCompleted);
        time.Advance(TimeSpan.FromTicks(1));

        var failure = await FailsAsync<ActorConcurrencyLockTimeoutException>(waiting);
        Assert.Contains("DoAsync runs in it", failure.Message, StringComparison.Ordinal);
        release.SetResult();
        await holding;
    }

    [Fact]
    [Trait("ActorCase", "11")]
    public async Task A_lock_timeout_is_tried_again_from_outside_and_not_within_a_turn()
    {
        var settings = new ActorServiceSettings();
        settings.ActorConcurrencySettings.LockTimeout = TimeSpan.FromMilliseconds(20);
        await using var bench = await ActorBench.StartAsync(settings);
        var (entered, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        var waits = 0;
        bench.On("hold", _ =>
        {
            entered.TrySetResult();
            return release.Task;
        });
        bench.On("inside", async _ =>
        {
            await FailsAsync<ActorConcurrencyLockTimeoutException>(bench.Proxy(1).DoAsync("name"));
            waits++;
            release.SetResult();
        });
        bench.On("name", _ => Task.FromResult<string?>("after a retry"));
        var holding = bench.Proxy(1).DoAsync("hold");
        await entered.Task.WaitAsync(ActorBench.Limit, Token);

        var outside = bench.Proxy(1).DoAsync("name");
        await bench.Proxy(2).DoAsync("inside");

        Assert.Equal("after a retry", await outside);
        await holding;
        Assert.Equal(1, waits);
    }

    [Fact]
    [Trait("ActorCase", "18")]
    public async Task Two_actors_that_wait_for_each_other_are_freed_by_the_lock_timeout()
    {
        var settings = new ActorServiceSettings();
        settings.ActorConcurrencySettings.LockTimeout = TimeSpan.FromMilliseconds(50);
        await using var bench = await ActorBench.StartAsync(settings);
        using var both = new CountdownEvent(2);
        bench.On("cross", async a =>
        {
            both.Signal();
            await Task.Run(() => both.Wait(ActorBench.Limit, Token), Token);
            await bench.Proxy(3 - a.Id.GetLongId()).DoAsync("name");
        });
        bench.On("name", _ => Task.CompletedTask);

        Task[] calls = [bench.Proxy(1).DoAsync("cross"), bench.Proxy(2).DoAsync("cross")];
        await Task.WhenAny(Task.WhenAll(calls)).WaitAsync(ActorBench.Limit, Token);

        Assert.Contains(calls, c => c.IsFaulted);
        await bench.Proxy(1).DoAsync("name");
        await bench.Proxy(2).DoAsync("name");
    }

    [Fact]
    [Trait("ActorCase", "17")]
    public async Task A_call_that_is_sent_twice_runs_twice_but_never_at_once_and_each_is_answered()
    {
        await using var bench = await ActorBench.StartAsync();
        var (entered, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        var (running, most) = (0, 0);
        bench.On("work", async _ =>
        {
            most = Math.Max(most, Interlocked.Increment(ref running));
            entered.TrySetResult();
            await release.Task;
            Interlocked.Decrement(ref running);
        });
        var path = CallPath.Begin().Next();
        var first = SendAsync(bench, path, "work");
        await entered.Task.WaitAsync(ActorBench.Limit, Token);
        var second = SendAsync(bench, path, "work");
        await bench.Proxy(2).EchoAsync([1]);
        Assert.False(second.IsCompleted);
        release.SetResult();

        await Task.WhenAll(first, second).WaitAsync(ActorBench.Limit, Token);

        Assert.Equal((1, 2), (most, bench.CountOf("1 work")));
    }

    // What a connection that breaks within a turn makes the proxy do: the same bytes again.
    private static Task<string> SendAsync(ActorBench bench, CallPath path, string what)
    {
        var method = typeof(ITestActor).GetMethod(nameof(ITestActor.DoAsync))!;
        var call = ProxyRuntime.Begin<string>(MethodTable.IdOf(method));
        ActorKey.Of(new ActorId(1)).Write(call.Message);
        path.Write(call.Message);
        ProxyRuntime.Write(call, what);
        return ProxyRuntime.Send(call, (ActorProxy)bench.Proxy(1), CancellationToken.None);
    }

    private static Task<T> FailsAsync<T>(Task call)
        where T : Exception => TurnTests.FailsAsync<T>(call);
}
