using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Tests.Runtime.Doubles;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime;

/// <summary>Actors that nobody calls leave the memory.</summary>
public sealed class CollectionTests
{
    private readonly ManualTimeProvider _time = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [Trait("ActorCase", "22")]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(5)]
    [InlineData(10)]
    public async Task An_idle_actor_is_collected_at_the_scan_after_the_last_it_may_see(int scansMax)
    {
        await using var bench = await StartAsync(scansMax);
        await bench.Proxy(1).EchoAsync([1]);
        for (var i = 0; i < scansMax; i++)
            Assert.Equal(0, await ScanAsync(bench));
        // A use at the last scan begins the count anew.
        await bench.Proxy(1).EchoAsync([1]);
        for (var i = 0; i < scansMax; i++)
            Assert.Equal(0, await ScanAsync(bench));

        Assert.Equal(1, await ScanAsync(bench));
        Assert.Equal(1, bench.CountOf("1 deactivate"));
        Assert.Equal(0, await ScanAsync(bench));
    }

    [Fact]
    [Trait("ActorCase", "22")]
    public async Task The_scans_run_by_themselves()
    {
        await using var bench = await StartAsync(1);
        var deactivated = new TaskCompletionSource();
        bench.OnHook("deactivate", _ => Task.FromResult(deactivated.TrySetResult()));
        await bench.Proxy(1).EchoAsync([1]);

        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.False(deactivated.Task.IsCompleted);
        _time.Advance(TimeSpan.FromSeconds(1.2));

        await deactivated.Task.WaitAsync(ActorBench.Limit, Token);
    }

    [Fact]
    [Trait("ActorCase", "23")]
    public async Task A_timer_keeps_no_actor_alive_except_while_its_callback_runs()
    {
        await using var bench = await StartAsync(1);
        var (ticks, release) = (new SemaphoreSlim(0), new TaskCompletionSource());
        bench.On("arm", a => Task.FromResult<string?>(a.Timer(
            _ =>
            {
                ticks.Release();
                return release.Task;
            },
            TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1)).Period.ToString()));
        await bench.Proxy(1).DoAsync("arm");
        _time.Advance(TimeSpan.FromMilliseconds(1));
        await ticks.WaitAsync(ActorBench.Limit, Token);

        for (var i = 0; i < 5; i++)
            Assert.Equal(0, await ScanAsync(bench));
        release.SetResult();
        // Its turn comes after the callback's, and counts as a use.
        await bench.Proxy(1).EchoAsync([1]);
        Assert.Equal(0, await ScanAsync(bench));
        for (var i = 0; i < 3; i++)
        {
            await FireAsync(ticks);
            await bench.Proxy(1).EchoAsync([1]);
        }

        await CollectedAsync(bench, 1);
        _time.Advance(TimeSpan.FromMilliseconds(50));
        Assert.Equal(0, ticks.CurrentCount);
    }

    [Fact]
    [Trait("ActorCase", "23")]
    public async Task A_reminder_keeps_its_actor_alive()
    {
        await using var bench = await StartAsync(1);
        var fired = new SemaphoreSlim(0);
        bench.Reminding = (_, _, _) => Task.FromResult(fired.Release());
        bench.On("arm", a => a.RemindAsync("r", TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1)));
        await bench.Proxy(1).DoAsync("arm");

        for (var i = 0; i < 4; i++)
        {
            Assert.Equal(0, await ScanAsync(bench));
            await FireAsync(fired);
            // The turn of the reminder has ended when the next one is armed; a call waits for it, and is no use here.
            await WaitUntilIdleAsync(bench);
        }
        Assert.Equal(0, bench.CountOf("1 deactivate"));
    }

    [Fact]
    [Trait("ActorCase", "24")]
    public async Task A_call_during_the_deactivation_finds_another_object()
    {
        await using var bench = await StartAsync(1);
        var (entered, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        bench.On("count", a => Task.FromResult<string?>($"{++a.Field}"));
        bench.OnHook("deactivate", async a =>
        {
            await a.StateManager.SetStateAsync("late", 1, Token);
            entered.SetResult();
            await release.Task;
            throw new InvalidOperationException("failed");
        });
        await bench.Proxy(1).DoAsync("count");
        await bench.Proxy(1).DoAsync("count");
        await ScanAsync(bench);
        var scanning = ScanAsync(bench);
        await entered.Task.WaitAsync(ActorBench.Limit, Token);

        Assert.Equal("1", await bench.Proxy(1).DoAsync("count"));
        release.SetResult();
        Assert.Equal(1, await scanning);

        bench.On("has", async a => $"{await a.StateManager.ContainsStateAsync("late", Token)}");
        Assert.Equal("False", await bench.Proxy(1).DoAsync("has"));
        Assert.Equal(2, bench.CountOf("1 activate"));
    }

    [Fact]
    [Trait("ActorCase", "25")]
    public async Task Collected_actors_leave_the_memory_and_come_back_with_their_states()
    {
        const int Actors = 50_000;
        await using var bench = await StartAsync(1);
        var objects = new ConcurrentBag<WeakReference>();
        bench.OnHook("activate", a =>
        {
            objects.Add(new(a));
            return Task.CompletedTask;
        });
        bench.On("write", a => a.StateManager.SetStateAsync("n", a.Id.GetLongId(), Token));
        bench.On("read", async a => $"{await a.StateManager.GetStateAsync<long>("n", Token)}");
        for (var first = 0; first < Actors; first += 500)
            await Task.WhenAll(Enumerable.Range(first, 500).Select(i => bench.Proxy(i).DoAsync("write")));

        await ScanAsync(bench);
        Assert.Equal(Actors, await ScanAsync(bench));
        // A few may still lie in a register or a pooled turn's local, and more while a thread has a last step to do.
        using var limit = new CancellationTokenSource(ActorBench.Limit);
        do
        {
            await Task.Yield();
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();
        }
        while (objects.Count(o => o.IsAlive) > 10 && !limit.IsCancellationRequested);

        Assert.InRange(objects.Count(o => o.IsAlive), 0, 10);
        Assert.Equal("4711", await bench.Proxy(4711).DoAsync("read"));
    }

    // The pool has a thread for each processor: two partitions that walk a million actors each would take both.
    [Fact]
    [Trait("ActorCase", "25")]
    public async Task A_scan_gives_its_thread_to_others_after_a_few_actors()
    {
        const int Actors = 2_000;
        await using var bench = await StartAsync(1);
        for (var first = 0; first < Actors; first += 500)
            await Task.WhenAll(Enumerable.Range(first, 500).Select(i => bench.Proxy(i).EchoAsync([1])));

        var idle = await RunInTurnsAsync(() => ScanAsync(bench));
        var collecting = await RunInTurnsAsync(() => ScanAsync(bench));

        Assert.Equal((0, Actors), (idle.Collected, collecting.Collected));
        Assert.InRange(idle.Turns, (Actors - 1) / 256, Actors);
        Assert.InRange(collecting.Turns, (Actors - 1) / 16, Actors);
    }

    private Task<ActorBench> StartAsync(int scansMax) => ActorBench.StartAsync(
        new ActorServiceSettings { ActorGarbageCollectionSettings = new(scansMax, 1) }, _time);

    private static Task<int> ScanAsync(ActorBench bench) => bench.Service.Manager!.Collector.ScanAsync();

    // Where a synchronization context is the current one, whoever yields goes on through it.
    private static async Task<(int Collected, int Turns)> RunInTurnsAsync(Func<Task<int>> scan)
    {
        var turns = new CountingContext();
        var before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(turns);
        var scanning = scan();
        SynchronizationContext.SetSynchronizationContext(before);
        return (await scanning.WaitAsync(ActorBench.Limit, Token), turns.Count);
    }

    // A callback may run when a scan looks: then a later one collects.
    private static async Task CollectedAsync(ActorBench bench, int actors)
    {
        var collected = 0;
        for (var i = 0; i < 1000 && collected < actors; i++)
        {
            collected += await ScanAsync(bench);
            await Task.Yield();
        }
        Assert.Equal(actors, collected);
    }

    // Until it has fired after this call: on a busy machine it may be armed only after many steps of the clock.
    private async Task FireAsync(SemaphoreSlim fired)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(Token);
        limit.CancelAfter(ActorBench.Limit);
        while (fired.Wait(0, Token))
        {
            // What fired before does not count.
        }
        while (!await fired.WaitAsync(TimeSpan.FromMilliseconds(1), limit.Token))
            _time.Advance(TimeSpan.FromMilliseconds(1));
    }

    private static Task WaitUntilIdleAsync(ActorBench bench) => bench.Proxy(2).EchoAsync([1]);

    private sealed class CountingContext : SynchronizationContext
    {
        private int _count;

        internal int Count => Volatile.Read(ref _count);

        public override void Post(SendOrPostCallback d, object? state)
        {
            Interlocked.Increment(ref _count);
            ThreadPool.UnsafeQueueUserWorkItem(
                _ =>
                {
                    SetSynchronizationContext(this);
                    d(state);
                    SetSynchronizationContext(null);
                },
                null);
        }
    }
}
