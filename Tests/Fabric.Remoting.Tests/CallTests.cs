using System;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication;
using Xunit;

namespace SfPerf.Fabric.Remoting.Tests;

public sealed class CallTests
{
    [Fact]
    public async Task Arguments_and_results_travel_whole()
    {
        await using var bench = Bench.WhoseClockStands();
        bench.MakePrimary(bench.Host(new Probe()));
        var proxy = bench.Proxy();

        Assert.Equal(new byte[] { 1, 2, 3 }, await proxy.EchoAsync([1, 2, 3]));
        Assert.Equal(Array.Empty<byte>(), await proxy.EchoAsync([]));
        Assert.Null(await proxy.EchoAsync(null));
        Assert.Equal(42, await proxy.AddAsync(long.MaxValue, long.MinValue + 43));
        Assert.Equal("ä漢|-5|x,y", await proxy.JoinAsync("ä漢", -5, ["x", "y"]));
        Assert.Equal("|0|", await proxy.JoinAsync(null, 0, []));
        var order = new Order { Id = Guid.NewGuid(), Lines = ["one", "two"] };
        var returned = await proxy.OrderAsync(order);
        Assert.Equal((order.Id, "one,two"), (returned.Id, string.Join(",", returned.Lines)));
        await proxy.PingAsync();
        Assert.Equal(1, bench.Resolved);
    }

    [Fact]
    public async Task Ten_thousand_calls_are_in_flight_at_once_on_one_connection()
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new Probe()));
        var proxy = bench.Proxy();

        var sums = await Task.WhenAll(Enumerable.Range(0, 10_000).Select(i => proxy.AddAsync(i, i))).WaitAsync(
            Bench.Limit, TestContext.Current.CancellationToken);

        Assert.Equal(Enumerable.Range(0, 10_000).Select(i => 2L * i), sums);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task A_client_beyond_the_servers_queue_limit_waits_and_loses_nothing(int callsMax)
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new Probe(), callsMax));
        var proxy = bench.Proxy();

        var sums = await Task.WhenAll(Enumerable.Range(0, 2_000).Select(i => proxy.AddAsync(i, 1))).WaitAsync(
            Bench.Limit, TestContext.Current.CancellationToken);

        Assert.Equal(Enumerable.Range(1, 2_000).Select(i => (long)i), sums);
    }

    [Fact]
    public async Task The_services_exception_comes_back_inside_an_aggregate()
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new Probe()));
        var proxy = bench.Proxy();

        var known = await Assert.ThrowsAsync<AggregateException>(() => proxy.FailAsync("invalid"));
        var invalid = Assert.IsType<InvalidOperationException>(known.InnerException);
        Assert.Equal("not now", invalid.Message);
        Assert.Equal("too slow", Assert.IsType<TimeoutException>(invalid.InnerException).Message);
        var foreign = await Assert.ThrowsAsync<AggregateException>(() => proxy.FailAsync("odd"));
        var odd = Assert.IsType<ServiceException>(foreign.InnerException);
        Assert.Equal(typeof(OddException).FullName, odd.ActualExceptionType);
        var fabric = await Assert.ThrowsAsync<AggregateException>(() => proxy.FailAsync("fabric"));
        Assert.Equal(
            FabricErrorCode.ServiceTypeMismatch, Assert.IsType<FabricException>(fabric.InnerException).ErrorCode);
    }

    [Fact]
    public async Task An_aggregate_of_the_service_keeps_all_its_inner_exceptions_and_its_message()
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new Probe()));

        var thrown = await Assert.ThrowsAsync<AggregateException>(() => bench.Proxy().FailAsync("several"));

        var both = Assert.IsType<AggregateException>(thrown.InnerException);
        Assert.Equal("both (one) (One or more errors occurred. (two))", both.Message);
        Assert.Equal(["one", "two"], both.Flatten().InnerExceptions.Select(e => e.Message).Order());
    }

    [Fact]
    public async Task A_cancelled_call_cancels_the_services_token()
    {
        await using var bench = new Bench();
        var probe = new Probe();
        bench.MakePrimary(bench.Host(probe));
        using var stop = new CancellationTokenSource();

        var call = bench.Proxy().WaitAsync(stop.Token);
        await probe.Waiting.Task.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
        await stop.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
        await probe.Cancelled.Task.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task A_method_that_blocks_does_not_hold_up_other_calls()
    {
        await using var bench = new Bench();
        var probe = new Probe();
        bench.MakePrimary(bench.Host(probe));
        var proxy = bench.Proxy();

        var blocked = proxy.BlockAsync();
        await probe.Waiting.Task.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
        Assert.Equal(3, await proxy.AddAsync(1, 2).WaitAsync(Bench.Limit, TestContext.Current.CancellationToken));

        probe.Release.Set();
        await blocked.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task A_message_above_the_limit_is_refused_before_it_is_sent()
    {
        await using var bench = new Bench();
        var probe = new Probe();
        bench.MakePrimary(bench.Host(probe));

        await Assert.ThrowsAsync<FabricMessageTooLargeException>(() => bench.Proxy().EchoAsync(new byte[2 << 20]));

        Assert.Equal(0, probe.Calls);
    }
}
