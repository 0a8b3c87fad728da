using System;
using System.Collections.Generic;
using System.Fabric;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using SfPerf.Fabric.Remoting.Client;
using SfPerf.Fabric.Remoting.Wire;
using SfPerf.Fabric.Transport;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Remoting.Tests;

/// <summary>What a client keeps of addresses and connections, and how long it waits for one.</summary>
public sealed class ConnectTests
{
    [Fact]
    public async Task A_host_that_does_not_answer_is_left_for_where_the_partition_is_now()
    {
        // It accepts, as the kernel does for a process that is stopped, and says nothing.
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        var time = new HeadStartTime();
        await using var bench = new Bench(time);
        var next = bench.Host(new Probe());
        bench.MakePrimary((IPEndPoint)silent.LocalEndpoint, "gone");
        var call = bench.Proxy().AddAsync(1, 2);
        await time.Waiting.Task.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
        bench.MakePrimary(next);

        time.Clock.Advance(ConnectRace.HeadStart);

        Assert.Equal(3, await call.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken));
        Assert.Equal(2, bench.Resolved);
    }

    [Fact]
    public async Task An_attempt_on_this_machine_that_is_not_answered_ends_after_a_second()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        var time = new ManualTimeProvider();
        var pool = new ConnectionPool(Frames.Options(1 << 20, Bench.Limit), TimeSpan.FromSeconds(5), time);
        var attempt = pool.GetAsync((IPEndPoint)silent.LocalEndpoint);
        time.Advance(TimeSpan.FromSeconds(0.9));
        Assert.False(attempt.IsCompleted);
        time.Advance(TimeSpan.FromSeconds(0.1));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => attempt).WaitAsync(
            Bench.Limit, TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task An_address_is_forgotten_when_its_connection_ends_or_was_never_made()
    {
        var pool = Pool();
        var (first, second) = (new Seen(), new Seen());
        var listener = Listen(first);
        var open = await pool.GetAsync(listener.LocalEndPoint);
        await using (var other = Listen(second))
            await pool.GetAsync(other.LocalEndPoint);
        for (var i = 0; i < 20; i++)
            await Assert.ThrowsAnyAsync<Exception>(() => pool.GetAsync(Unused()));

        await Eventually.HoldsAsync(() => pool.Count == 1);
        Assert.Same(open, await pool.GetAsync(listener.LocalEndPoint));
        await listener.DisposeAsync();
        await Eventually.HoldsAsync(() => pool.Count == 0);
    }

    [Fact]
    public async Task A_route_that_could_not_be_sent_is_not_taken_for_known()
    {
        var seen = new Seen();
        await using var listener = Listen(seen);
        var connection = await Pool().GetAsync(listener.LocalEndPoint);
        connection.Route("first");
        await seen.Begun.Task.WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);
        var named = new List<string> { "first" };

        // The server reads no more: sooner or later the queue is full.
        var failed = "";
        while (failed.Length == 0)
        {
            var path = named.Count + new string('x', 1 << 20);
            try
            {
                Assert.Equal(named.Count, connection.Route(path));
                named.Add(path);
            }
            catch (FabricTransientException)
            {
                failed = path;
            }
        }
        seen.Release.Set();
        await Eventually.HoldsAsync(() => seen.Paths.Count == named.Count);
        Assert.Equal(named.Count, connection.Route(failed));
        named.Add(failed);
        await Eventually.HoldsAsync(() => seen.Paths.Count == named.Count);

        lock (seen.Paths)
            Assert.Equal(named, seen.Paths);
        connection.Dispose();
    }

    [Fact]
    public async Task A_connection_whose_routes_are_all_given_is_followed_by_another()
    {
        var seen = new Seen();
        seen.Release.Set();
        await using var listener = Listen(seen);
        var pool = Pool();
        var full = await pool.GetAsync(listener.LocalEndPoint);
        for (var i = 0; i < Frames.RoutesMax; i++)
            full.Route($"{i}");
        Assert.Throws<FabricTransientException>(() => full.Route("one more"));

        var next = await pool.GetAsync(listener.LocalEndPoint);

        Assert.NotSame(full, next);
        Assert.True(full.IsOpen);
        Assert.Equal(5, full.Route("5"));
        Assert.Equal(0, next.Route("one more"));
        full.Dispose();
        next.Dispose();
    }

    [Fact]
    public void Factories_with_settings_of_their_own_share_what_is_known_of_a_service()
    {
        // Tests that run beside this one call services of other names.
        var service = new Uri($"fabric:/Test/{Guid.NewGuid()}");
        Assert.Equal(0, ServiceDirectories.CountOf(service));
        for (var i = 0; i < 100; i++)
        {
            ServiceDirectories.TargetOf(
                service, ServicePartitionKey.Singleton, TargetReplicaSelector.PrimaryReplica, null,
                new FabricTransportRemotingSettings(), new OperationRetrySettings());
        }
        Assert.Equal(1, ServiceDirectories.CountOf(service));
    }

    [Fact]
    public async Task The_retry_timeout_of_a_factory_bounds_a_call()
    {
        var time = new ManualTimeProvider();
        await using var bench = new Bench(time) { NeverResolves = true };
        var call = bench.Proxy(TimeSpan.FromMinutes(5), new(TimeSpan.FromSeconds(3))).PingAsync();
        time.Advance(TimeSpan.FromSeconds(2));
        Assert.False(call.IsCompleted);
        time.Advance(TimeSpan.FromSeconds(1));
        await Assert.ThrowsAnyAsync<TimeoutException>(() => call).WaitAsync(
            Bench.Limit, TestContext.Current.CancellationToken);
    }

    private static ConnectionPool Pool() =>
        new(Frames.Options(4 << 20, Bench.Limit), Bench.Limit, TimeProvider.System);

    private static Listener Listen(Seen seen) =>
        new(new IPEndPoint(IPAddress.Loopback, 0), Frames.Options(4 << 20, Bench.Limit), _ => seen);

    private static IPEndPoint Unused() => new(IPAddress.Loopback, ListeningPorts.FindFree());

    /// <summary>A server that notes the routes it is told, after the first when it is released.</summary>
    private sealed class Seen : IFrameHandler
    {
        internal List<string> Paths { get; } = [];

        internal TaskCompletionSource Begun { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        internal ManualResetEventSlim Release { get; } = new();

        public void OnFrame(Connection connection, ReadOnlyMemory<byte> frame)
        {
            Begun.TrySetResult();
            Release.Wait(Bench.Limit);
            lock (Paths)
                Paths.Add(Encoding.UTF8.GetString(frame.Span[3..]));
        }

        public void OnFramesEnd(Connection connection)
        {
        }

        public void OnClosed(Connection connection, ConnectionClosedException reason)
        {
        }
    }

    /// <summary>A manual clock that tells when somebody waits for the head start to pass.</summary>
    private sealed class HeadStartTime : TimeProvider
    {
        internal ManualTimeProvider Clock { get; } = new();

        internal TaskCompletionSource Waiting { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public override long TimestampFrequency => Clock.TimestampFrequency;

        public override DateTimeOffset GetUtcNow() => Clock.GetUtcNow();

        public override long GetTimestamp() => Clock.GetTimestamp();

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            var timer = Clock.CreateTimer(callback, state, dueTime, period);
            if (dueTime == ConnectRace.HeadStart)
                Waiting.TrySetResult();
            return timer;
        }
    }
}
