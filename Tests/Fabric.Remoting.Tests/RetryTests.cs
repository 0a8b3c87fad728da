using System;
using System.Fabric;
using System.IO;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Remoting.Tests;

public sealed class RetryTests
{
    [Fact]
    public void An_assembly_without_a_provider_has_the_transport_of_Service_Fabric_in_version_2_1()
    {
        var provider = Assert.IsType<FabricTransportServiceRemotingProviderAttribute>(
            ServiceRemotingProviderAttribute.Of([typeof(RetryTests).Assembly, null]));
        Assert.Equal(RemotingClientVersion.V2_1, provider.RemotingClientVersion);
        Assert.Equal(["V2_1Listener"], provider.CreateServiceRemotingListeners().Keys);
    }

    [Fact]
    public void Retry_settings_ask_their_policy_each_time()
    {
        var policy = new GrowingPolicy();
        var settings = new OperationRetrySettings(policy);
        policy.TotalNumberOfRetries = 7;
        policy.ClientRetryTimeout = TimeSpan.FromSeconds(9);
        Assert.Equal((7, TimeSpan.FromSeconds(9)),
            (settings.DefaultMaxRetryCountForTransientErrors, settings.ClientRetryTimeout));
    }

    [Fact]
    public async Task A_call_to_a_demoted_primary_is_sent_to_the_new_one()
    {
        await using var bench = new Bench();
        var (old, next) = (new Probe(), new Probe());
        bench.MakePrimary(bench.Host(old));
        var proxy = bench.Proxy();
        await proxy.EchoAsync([1]);

        old.Refusal = new FabricNotPrimaryException("moved");
        bench.MakePrimary(bench.Host(next));

        Assert.Equal(new byte[] { 2 }, await proxy.EchoAsync([2]));
        Assert.Equal((2, 1), (old.Calls, next.Calls));
    }

    // The connection stays, as other replicas of the process use it: the service's code may wait for what never comes.
    [Fact]
    public async Task Calls_that_do_not_end_when_their_replica_leaves_are_sent_to_the_next_one()
    {
        await using var bench = new Bench();
        var begun = new TaskCompletionSource<CancellationToken>();
        var (left, right) = (new TaskCompletionSource<long>(), new TaskCompletionSource<long>());
        var leaving = bench.Host(new Probe
        {
            Tokening = token =>
            {
                begun.SetResult(token);
                return left.Task;
            },
        });
        bench.MakePrimary(leaving);
        var proxy = bench.Proxy();
        var inFlight = proxy.TokenAsync(7, TestContext.Current.CancellationToken);
        var token = await begun.Task.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
        // Another replica of the same process, whose call goes on.
        var staying = new Probe { Tokening = _ => right.Task };
        bench.MakePrimary(bench.Host(staying, at: leaving.Listener.Address));
        var other = bench.Proxy().TokenAsync(8, TestContext.Current.CancellationToken);
        var next = new Probe();
        bench.MakePrimary(bench.Host(next));

        await leaving.Listener.RemoveAsync(leaving.Path);

        Assert.Equal(7, await inFlight.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken));
        Assert.True(token.IsCancellationRequested);
        Assert.False(other.IsCompleted);
        right.SetResult(9);
        Assert.Equal(9, await other.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken));
        // What it returns at last comes to nobody.
        left.SetResult(1);
        Assert.Equal(10, await proxy.TokenAsync(10, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Calls_in_flight_when_the_connection_breaks_are_sent_again()
    {
        await using var bench = new Bench();
        var (old, next) = (new Probe(), new Probe());
        var first = bench.Host(old);
        bench.MakePrimary(first);
        var proxy = bench.Proxy();
        var inFlight = proxy.BlockAsync();
        await old.Waiting.Task.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);

        next.Release.Set();
        bench.MakePrimary(bench.Host(next));
        await first.Listener.RemoveAsync(first.Path);

        await inFlight.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
        Assert.True(next.Waiting.Task.IsCompleted);
        old.Release.Set();
    }

    [Fact]
    public async Task A_transient_failure_is_tried_again_a_bounded_number_of_times()
    {
        await using var bench = new Bench();
        var probe = new Probe { Refusal = new FabricTransientException("busy") };
        bench.MakePrimary(bench.Host(probe));

        var failure = await Assert.ThrowsAsync<AggregateException>(() => bench.Proxy().EchoAsync([1]));

        Assert.IsType<FabricTransientException>(failure.InnerException);
        Assert.Equal(11, probe.Calls); // once, and ten retries
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public async Task A_call_is_sent_again_only_as_often_as_its_settings_allow(int retriesMax)
    {
        await using var bench = new Bench();
        var probe = new Probe();
        bench.MakePrimary(bench.Host(probe));
        var proxy = bench.Proxy(retriesMax: retriesMax);
        await proxy.EchoAsync([1]);

        // The connection is known now: the call takes the usual path.
        probe.Refusal = new FabricNotPrimaryException("moved");
        await Assert.ThrowsAsync<AggregateException>(() => proxy.EchoAsync([2]));

        Assert.Equal(1 + 1 + retriesMax, probe.Calls);
    }

    [Fact]
    public async Task A_replica_that_has_moved_is_found_by_the_next_call_though_none_is_retried()
    {
        await using var bench = new Bench();
        var (old, next) = (new Probe(), new Probe());
        var first = bench.Host(old);
        bench.MakePrimary(first);
        var proxy = bench.Proxy(retriesMax: 0);
        await proxy.PingAsync();

        // The replica goes and its host stays, with another replica: the connection stays open.
        bench.Host(new Probe(), at: first.Listener.Address);
        await first.Listener.RemoveAsync(first.Path);
        bench.MakePrimary(bench.Host(next));
        await Assert.ThrowsAsync<AggregateException>(() => proxy.EchoAsync([1]));

        Assert.Equal(new byte[] { 2 }, await proxy.EchoAsync([2]));
        Assert.Equal((0, 1), (old.Calls, next.Calls));
    }

    [Fact]
    public async Task A_call_that_may_not_be_retried_is_not_sent_again_when_its_connection_breaks()
    {
        await using var bench = new Bench();
        var (old, next) = (new Probe(), new Probe());
        var first = bench.Host(old);
        bench.MakePrimary(first);
        var proxy = bench.Proxy(retriesMax: 0);
        await proxy.PingAsync();
        var inFlight = proxy.BlockAsync();
        await old.Waiting.Task.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);

        next.Release.Set();
        bench.MakePrimary(bench.Host(next));
        await first.Listener.RemoveAsync(first.Path);

        await Assert.ThrowsAnyAsync<Exception>(
            () => inFlight.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken));
        Assert.False(next.Waiting.Task.IsCompleted);
        old.Release.Set();
    }

    [Theory]
    [InlineData(typeof(TaskCanceledException))]
    [InlineData(typeof(OperationCanceledException))]
    [InlineData(typeof(IOException))]
    [InlineData(typeof(TimeoutException))]
    [InlineData(typeof(FabricObjectClosedException))]
    [InlineData(typeof(FabricCannotConnectException))]
    [InlineData(typeof(FabricEndpointNotFoundException))]
    public async Task A_method_that_threw_runs_once_whatever_it_threw(Type thrown)
    {
        await using var bench = new Bench();
        var probe = new Probe { Refusal = (Exception)Activator.CreateInstance(thrown, "thrown by the service")! };
        bench.MakePrimary(bench.Host(probe));

        var failure = await Assert.ThrowsAsync<AggregateException>(() => bench.Proxy().EchoAsync([1]));

        Assert.IsType(thrown, failure.InnerException);
        Assert.Equal(1, probe.Calls);
    }

    [Fact]
    public async Task A_transient_failure_at_a_known_replica_is_tried_again_as_often()
    {
        await using var bench = new Bench();
        var probe = new Probe();
        bench.MakePrimary(bench.Host(probe));
        var proxy = bench.Proxy();
        await proxy.PingAsync();
        probe.Refusal = new FabricTransientException("busy");

        await Assert.ThrowsAsync<AggregateException>(() => proxy.EchoAsync([1]));

        Assert.Equal(11, probe.Calls); // once, and ten retries
    }

    [Fact]
    public async Task A_call_for_a_replica_that_has_left_a_shared_address_finds_the_next()
    {
        await using var bench = new Bench();
        var (old, next) = (new Probe(), new Probe());
        var first = bench.Host(old);
        bench.Host(new Probe(), at: first.Listener.Address); // Keeps the connection open.
        bench.MakePrimary(first);
        var proxy = bench.Proxy();
        await proxy.EchoAsync([1]);

        bench.MakePrimary(bench.Host(next));
        await first.Listener.RemoveAsync(first.Path);

        Assert.Equal(new byte[] { 2 }, await proxy.EchoAsync([2]));
        Assert.Equal((1, 1), (old.Calls, next.Calls));
    }

    [Fact]
    public async Task A_replica_that_closes_while_a_method_runs_sends_its_caller_to_the_next()
    {
        await using var bench = new Bench();
        var closed = new TaskCompletionSource<long>(TaskCreationOptions.RunContinuationsAsynchronously);
        var begun = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var old = new Probe
        {
            Tokening = _ =>
            {
                begun.SetResult();
                return closed.Task;
            },
        };
        var first = bench.Host(old);
        bench.Host(new Probe(), at: first.Listener.Address); // Keeps the connection open.
        bench.MakePrimary(first);
        var call = bench.Proxy().TokenAsync(5, CancellationToken.None);
        await begun.Task.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);

        bench.MakePrimary(bench.Host(new Probe()));
        await first.Listener.RemoveAsync(first.Path);
        closed.SetException(new FabricObjectClosedException("The replica was closed."));

        Assert.Equal(5, await call.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_call_that_is_never_answered_times_out()
    {
        var time = new ManualTimeProvider();
        await using var bench = new Bench(time);
        var probe = new Probe();
        bench.MakePrimary(bench.Host(probe));

        var call = bench.Proxy(TimeSpan.FromSeconds(30)).BlockAsync();
        await probe.Waiting.Task.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
        time.Advance(TimeSpan.FromSeconds(29));
        Assert.False(call.IsCompleted);
        time.Advance(TimeSpan.FromSeconds(2));

        await Assert.ThrowsAsync<TimeoutException>(() => call);
        probe.Release.Set();
    }

    [Fact]
    public async Task Garbage_closes_its_connection_and_harms_no_other()
    {
        await using var bench = new Bench();
        var replica = bench.Host(new Probe());
        bench.MakePrimary(replica);
        var proxy = bench.Proxy();
        await proxy.PingAsync();

        using var stranger = new TcpClient();
        await stranger.ConnectAsync(replica.Listener.Address, TestContext.Current.CancellationToken);
        await stranger.GetStream().WriteAsync(new byte[64], TestContext.Current.CancellationToken);
        var read = await stranger.GetStream().ReadAsync(new byte[16], TestContext.Current.CancellationToken);

        Assert.Equal(0, read);
        await proxy.PingAsync();
    }

    private sealed class GrowingPolicy : IRetryPolicy
    {
        public int TotalNumberOfRetries { get; set; } = 1;

        public TimeSpan ClientRetryTimeout { get; set; } = TimeSpan.FromSeconds(1);

        public TimeSpan GetNextRetryDelay(RetryDelayParameters retryDelayParameters) => TimeSpan.Zero;
    }
}
