using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Remoting.Tests;

public sealed class RobustnessTests
{
    [Fact]
    public async Task A_result_above_the_limit_fails_its_call_and_harms_nobody()
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new Probe()));
        var proxy = bench.Proxy();

        var failure = await Assert.ThrowsAsync<AggregateException>(() => proxy.ManyBytesAsync(2 << 20)).WaitAsync(
            Bench.Limit, TestContext.Current.CancellationToken);

        Assert.IsType<FabricMessageTooLargeException>(failure.InnerException);
        Assert.Equal(3, (await proxy.ManyBytesAsync(3)).Length);
    }

    [Fact]
    public async Task An_exception_with_a_text_above_the_limit_still_comes_back()
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new Probe { Refusal = new InvalidOperationException(new string('x', 2 << 20)) }));

        var failure = await Assert.ThrowsAsync<AggregateException>(() => bench.Proxy().EchoAsync([])).WaitAsync(
            Bench.Limit, TestContext.Current.CancellationToken);

        Assert.IsType<FabricMessageTooLargeException>(failure.InnerException);
    }

    [Theory]
    [InlineData(false, 1, true)]
    [InlineData(true, 1, false)]
    [InlineData(true, OnReceiveThread.CallBytesMax, true)]
    public async Task Short_calls_begin_where_they_are_received_if_the_process_says_so(
        bool begins, int bytes, bool onPool)
    {
        await using var bench = new Bench();
        var flow = new AsyncLocal<int>();
        var begun = new List<(bool OnPool, int Left)>();
        var probe = new Probe
        {
            Echoing = () =>
            {
                begun.Add((Thread.CurrentThread.IsThreadPoolThread, flow.Value));
                flow.Value = begun.Count;
            },
        };
        var replica = bench.Host(probe);
        replica.Listener.BeginsOnReceiveThread = begins;
        bench.MakePrimary(replica);
        var proxy = bench.Proxy();

        await proxy.EchoAsync(new byte[bytes]).WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
        await proxy.EchoAsync(new byte[bytes]).WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);

        Assert.Equal([(onPool, 0), (onPool, 0)], begun);
    }

    [Theory]
    [InlineData(Spiteful.OnArrival)]
    [InlineData(Spiteful.OnReturn)]
    public async Task A_type_that_throws_while_it_is_read_fails_its_call_only(string when)
    {
        await using var bench = Bench.WhoseClockStands();
        var probe = new Probe();
        bench.MakePrimary(bench.Host(probe));
        var proxy = bench.Proxy();
        var waiting = proxy.BlockAsync();
        await probe.Waiting.Task.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);

        var failure = await Assert.ThrowsAnyAsync<Exception>(() => proxy.SpiteAsync(new Spiteful { Mood = when }))
            .WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);

        Assert.Contains("never", failure.ToString(), StringComparison.Ordinal);
        probe.Release.Set();
        await waiting.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
        Assert.Equal(1, bench.Resolved);
    }

    [Fact]
    public async Task Calls_cancelled_at_any_moment_disturb_no_other()
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new Probe()));
        var proxy = bench.Proxy();
        var ended = await Task.WhenAll(Enumerable.Range(0, 16).Select(worker => CallAndCancelAsync(proxy, worker)))
            .WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
        Assert.Equal(16 * 2_000, ended.Sum());
    }

    [Fact]
    public async Task A_cancellation_between_attempts_ends_the_call()
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new Probe { Refusal = new FabricNotPrimaryException() }));
        using var stop = new CancellationTokenSource();
        var resolved = 0;
        bench.Resolving = _ =>
        {
            if (++resolved == 2)
                stop.Cancel();
        };
        var proxy = bench.Proxy();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => proxy.TokenAsync(1, stop.Token)).WaitAsync(
            Bench.Limit, TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task A_call_whose_partition_nobody_can_find_ends_with_its_operation_timeout()
    {
        await using var bench = new Bench { NeverResolves = true };
        await Assert.ThrowsAnyAsync<TimeoutException>(() => bench.Proxy(TimeSpan.FromMilliseconds(300)).PingAsync())
            .WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task A_call_whose_partition_is_lost_for_good_ends_with_its_operation_timeout()
    {
        await using var bench = new Bench();
        var replica = bench.Host(new Probe());
        bench.MakePrimary(replica);
        // Time enough for the first call, also where other tests hold the threads of the pool.
        var proxy = bench.Proxy(TimeSpan.FromSeconds(12));
        await proxy.PingAsync();
        bench.NeverResolves = true;
        await replica.Listener.RemoveAsync(replica.Path);
        await Assert.ThrowsAnyAsync<Exception>(() => proxy.PingAsync()).WaitAsync(
            Bench.Limit, TestContext.Current.CancellationToken);
    }

    private static async Task<int> CallAndCancelAsync(IProbe proxy, int worker)
    {
        var random = new Random(worker);
        var ended = 0;
        var calls = new List<Task>();
        for (var i = 0; i < 2_000; i++)
        {
            var value = ((long)worker << 32) | (uint)i;
            if (i % 2 == 0)
            {
                calls.Add(CheckAsync(proxy.AddAsync(value, 0), value));
                continue;
            }

            var stop = new CancellationTokenSource();
            calls.Add(CheckAsync(proxy.TokenAsync(value, stop.Token), value));
            if (random.Next(4) > 0)
                ThreadPool.UnsafeQueueUserWorkItem(static s => s.Cancel(), stop, preferLocal: false);
            if (i % 64 == 63)
                await Task.WhenAll(calls);
        }

        await Task.WhenAll(calls);
        return ended + calls.Count;
    }

    private static async Task CheckAsync(Task<long> call, long expected)
    {
        try
        {
            Assert.Equal(expected, await call);
        }
        catch (OperationCanceledException)
        {
            // As asked.
        }
    }
}
