using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Remoting.Tests;

/// <summary>The end of a connection while calls run: nothing that a service does then may end the process, which a
/// throw on a receive thread or a thread of the pool does.</summary>
public sealed class ConnectionEndTests
{
    [Fact]
    public async Task Callbacks_that_throw_when_the_client_is_gone_harm_nobody()
    {
        await using var bench = new Bench();
        var (begun, cancelled) = (new CountdownEvent(2), new CountdownEvent(2));
        var replica = bench.Host(new Probe
        {
            Tokening = token =>
            {
                token.Register(() =>
                {
                    cancelled.Signal();
                    throw new InvalidOperationException("A callback of the service.");
                });
                begun.Signal();
                return new TaskCompletionSource<long>().Task;
            },
        });
        await LoseClientAsync(bench, replica, begun);

        await WaitAsync(cancelled);
        await StillServesAsync(bench);
    }

    [Fact]
    public async Task A_cancelled_call_that_ends_another_one_harms_nobody()
    {
        await using var bench = new Bench();
        var ends = new[] { new TaskCompletionSource<long>(), new TaskCompletionSource<long>() };
        var (begun, cancelled) = (new CountdownEvent(2), new CountdownEvent(1));
        var replica = bench.Host(new Probe
        {
            Tokening = token =>
            {
                var own = ends[2 - begun.CurrentCount];
                token.Register(() =>
                {
                    // Whichever comes first, the other call's source is no longer needed before it is cancelled.
                    if (!cancelled.IsSet)
                        cancelled.Signal();
                    Array.ForEach(ends, e => e.TrySetResult(1));
                });
                begun.Signal();
                return own.Task;
            },
        });
        await LoseClientAsync(bench, replica, begun);

        await WaitAsync(cancelled);
        await Task.WhenAll(ends.Select(e => e.Task)).WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
        await StillServesAsync(bench);
    }

    [Fact]
    public async Task A_callback_that_throws_when_its_call_is_cancelled_harms_nobody()
    {
        await using var bench = new Bench();
        var (begun, cancelled) = (new CountdownEvent(1), new CountdownEvent(1));
        bench.MakePrimary(bench.Host(new Probe
        {
            Tokening = token =>
            {
                token.Register(() =>
                {
                    cancelled.Signal();
                    throw new InvalidOperationException("A callback of the service.");
                });
                begun.Signal();
                return new TaskCompletionSource<long>().Task;
            },
        }));
        var proxy = bench.Proxy();
        using var stop = new CancellationTokenSource();
        var call = proxy.TokenAsync(1, stop.Token);
        await WaitAsync(begun);

        await stop.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
        await WaitAsync(cancelled);
        await proxy.PingAsync();
    }

    [Fact]
    public async Task A_listener_stops_while_its_queue_of_calls_is_full()
    {
        await using var bench = new Bench();
        var begun = new CountdownEvent(1);
        var replica = bench.Host(
            new Probe
            {
                Tokening = _ =>
                {
                    begun.Signal();
                    return new TaskCompletionSource<long>().Task;
                },
            },
            callsMax: 1);
        bench.MakePrimary(replica);
        var proxy = bench.Proxy();
        var calls = new[] { proxy.TokenAsync(1, CancellationToken.None), proxy.PingAsync() };
        await WaitAsync(begun);
        bench.MakePrimary(bench.Host(new Probe()));

        await replica.Listener.RemoveAsync(replica.Path).AsTask().WaitAsync(
            Bench.Limit, TestContext.Current.CancellationToken);

        await Task.WhenAll(calls).WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
    }

    private static async Task LoseClientAsync(
        Bench bench, (Runtime.SharedListener Listener, string Path) replica, CountdownEvent begun)
    {
        bench.MakePrimary(replica);
        var proxy = bench.Proxy();
        var calls = Enumerable.Range(0, begun.InitialCount).Select(i => proxy.TokenAsync(i, new(canceled: false)))
            .ToArray();
        await WaitAsync(begun);
        bench.MakePrimary(bench.Host(new Probe()));
        await replica.Listener.RemoveAsync(replica.Path);
        await Task.WhenAll(calls).WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
    }

    private static async Task StillServesAsync(Bench bench) =>
        Assert.Equal(3, await bench.Proxy().AddAsync(1, 2));

    private static async Task WaitAsync(CountdownEvent reached) =>
        Assert.True(await Task.Run(() => reached.Wait(Bench.Limit, TestContext.Current.CancellationToken)));
}
