using System;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Tests.Runtime.Doubles;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime;

/// <summary>Timers of actors, on a clock that only the test moves.</summary>
public sealed class TimerTests : IDisposable
{
    private static readonly TimeSpan Once = Timeout.InfiniteTimeSpan;
    private readonly ManualTimeProvider _time = new();
    private readonly SemaphoreSlim _ticks = new(0);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _ticks.Dispose();

    [Fact]
    [Trait("ActorCase", "37")]
    public async Task The_period_counts_from_the_end_of_the_callback()
    {
        await using var bench = await ActorBench.StartAsync(time: _time);
        var release = new SemaphoreSlim(0);
        bench.On("arm", Arm(Milliseconds(100), Milliseconds(100), async _ =>
        {
            _ticks.Release();
            await release.WaitAsync(Token);
        }));
        await bench.Proxy(1).DoAsync("arm");
        var armed = _time.PendingTimers;
        _time.Advance(Milliseconds(100));
        await TickAsync();

        _time.Advance(Milliseconds(300));
        Assert.Equal(0, _ticks.CurrentCount);
        release.Release();
        await ArmedAgainAsync(armed);
        _time.Advance(Milliseconds(99));
        Assert.Equal(0, _ticks.CurrentCount);
        _time.Advance(Milliseconds(1));

        await TickAsync();
        release.Release();
    }

    // A timer that refused its period after the first callback would end the process.
    [Fact]
    public async Task A_time_that_no_timer_takes_is_refused_when_the_timer_is_registered()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("register", actor =>
        {
            var day = TimeSpan.FromDays(1);
            foreach (var (due, period) in new[] { (day, 50 * day), (50 * day, day), (day, -day), (-day, day) })
                Assert.Throws<ArgumentOutOfRangeException>(() => actor.Timer(_ => Task.CompletedTask, due, period));
            return Task.CompletedTask;
        });
        await bench.Proxy(1).DoAsync("register");
    }

    [Fact]
    [Trait("ActorCase", "37")]
    public async Task A_failed_callback_changes_no_state_and_the_next_one_comes()
    {
        await using var bench = await ActorBench.StartAsync(time: _time);
        bench.On("arm", Arm(TimeSpan.Zero, Milliseconds(100), async a =>
        {
            await a.StateManager.SetStateAsync("n", ++a.Field, Token);
            _ticks.Release();
            if (a.Field == 1)
                throw new FormatException("failed");
        }));
        bench.On("names", async a => string.Join(",", await a.StateManager.GetStateNamesAsync(Token)));
        await bench.Proxy(1).DoAsync("arm");
        var armed = _time.PendingTimers;
        _time.Advance(TimeSpan.Zero);
        await TickAsync();
        await ArmedAgainAsync(armed);
        Assert.Equal("", await bench.Proxy(1).DoAsync("names"));

        _time.Advance(Milliseconds(100));
        await TickAsync();

        Assert.Equal("n", await bench.Proxy(1).DoAsync("names"));
    }

    [Fact]
    [Trait("ActorCase", "38")]
    public async Task A_timer_that_is_never_due_never_ticks_and_one_without_a_period_ticks_once()
    {
        await using var bench = await ActorBench.StartAsync(time: _time);
        bench.On("never", Arm(Once, Milliseconds(1), _ => Task.FromResult(_ticks.Release())));
        bench.On("once", Arm(Milliseconds(1), Once, _ => Task.FromResult(_ticks.Release())));
        await bench.Proxy(1).DoAsync("never");
        _time.Advance(TimeSpan.FromDays(1));
        await AfterTurnAsync(bench);
        Assert.Equal(0, _ticks.CurrentCount);

        await bench.Proxy(1).DoAsync("once");
        _time.Advance(Milliseconds(1));
        await TickAsync();
        await AfterTurnAsync(bench);
        _time.Advance(TimeSpan.FromDays(1));
        await AfterTurnAsync(bench);

        Assert.Equal(0, _ticks.CurrentCount);
    }

    [Fact]
    [Trait("ActorCase", "38")]
    public async Task A_timer_that_its_callback_unregisters_ticks_no_more()
    {
        await using var bench = await ActorBench.StartAsync(time: _time);
        bench.On("arm", a =>
        {
            IActorTimer timer = null!;
            timer = a.Timer(
                _ =>
                {
                    a.EndTimer(timer);
                    _ticks.Release();
                    return Task.CompletedTask;
                },
                Milliseconds(1), Milliseconds(1));
            return Task.CompletedTask;
        });
        await bench.Proxy(1).DoAsync("arm");
        _time.Advance(Milliseconds(1));
        await TickAsync();
        await AfterTurnAsync(bench);

        _time.Advance(TimeSpan.FromSeconds(1));
        await AfterTurnAsync(bench);
        Assert.Equal(0, _ticks.CurrentCount);
    }

    [Fact]
    [Trait("ActorCase", "38")]
    public async Task A_collected_actor_registers_no_timer()
    {
        await using var bench = await ActorBench.StartAsync(
            new ActorServiceSettings { ActorGarbageCollectionSettings = new(1, 1) }, _time);
        TestActor? collected = null;
        bench.OnHook("deactivate", a => Task.FromResult(collected = a));
        await bench.Proxy(1).EchoAsync([1]);
        await bench.Service.Manager!.Collector.ScanAsync();
        await bench.Service.Manager.Collector.ScanAsync();

        Assert.Throws<ObjectDisposedException>(() => collected!.Timer(_ => Task.CompletedTask, Once, Once));
    }

    [Fact]
    [Trait("ActorCase", "64")]
    public async Task After_the_demotion_timers_are_silent_and_actors_are_deactivated()
    {
        await using var bench = await ActorBench.StartAsync(time: _time);
        var deactivated = new TaskCompletionSource();
        bench.OnHook("deactivate", _ => Task.FromResult(deactivated.TrySetResult()));
        bench.On("arm", Arm(Milliseconds(1), Milliseconds(1), _ => Task.FromResult(_ticks.Release())));
        await bench.Proxy(1).DoAsync("arm");

        await bench.DemoteAsync();
        await deactivated.Task.WaitAsync(ActorBench.Limit, Token);

        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(0, _ticks.CurrentCount);
    }

    private static Func<TestActor, Task> Arm(TimeSpan due, TimeSpan period, Func<TestActor, Task> callback) => a =>
    {
        a.Timer(_ => callback(a), due, period);
        return Task.CompletedTask;
    };

    // The timer is armed after the turn of its callback, when a call may already have the actor.
    private Task ArmedAgainAsync(int timers) => Eventually.HoldsAsync(() => _time.PendingTimers == timers);

    // A call waits for the turn of the callback.
    private static Task AfterTurnAsync(ActorBench bench) => bench.Proxy(1).EchoAsync([1]);

    private static TimeSpan Milliseconds(int count) => TimeSpan.FromMilliseconds(count);

    private async Task TickAsync() => Assert.True(await _ticks.WaitAsync(ActorBench.Limit, Token));
}
