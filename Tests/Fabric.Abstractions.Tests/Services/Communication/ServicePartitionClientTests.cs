using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using SfPerf.Fabric.Abstractions.Tests.Gateway;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Communication;

public sealed class ServicePartitionClientTests
{
    private static readonly Uri Store = new("fabric:/Test/Store");
    private readonly List<string> _called = [];

    [Fact]
    public async Task Calls_share_one_client_and_one_resolution()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => Answers.Resolved(1, "one"));
        var client = Client(server, out var factory);
        Assert.Equal(1, await CallAsync(client));
        Assert.Equal(2, await CallAsync(client));
        Assert.Equal(["one", "one"], _called);
        Assert.Single(factory.Created);
        Assert.Single(server.Asked);
        Assert.True(client.TryGetLastResolvedServicePartition(out var partition));
        Assert.Equal(Store, partition.ServiceName);
    }

    [Fact]
    public async Task A_transient_failure_is_tried_again_at_the_same_address()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => Answers.Resolved(1, "one"));
        var client = Client(server, out _);
        Assert.Equal(3, await CallAsync(client, new FabricTransientException(), new FabricTransientException()));
        Assert.Equal(["one", "one", "one"], _called);
        Assert.Single(server.Asked);
    }

    [Fact]
    public async Task Another_failure_is_tried_again_where_the_partition_is_now()
    {
        await using var server = await GatewayServer.StartAsync((_, n) => Answers.Resolved(n, n == 1 ? "one" : "two"));
        var client = Client(server, out var factory);
        Assert.Equal(2, await CallAsync(client, new AggregateException(new FabricNotPrimaryException())));
        Assert.Equal(["one", "two"], _called);
        Assert.EndsWith("&previousVersion=1", server.Asked.Last(), StringComparison.Ordinal);
        Assert.Equal(["one", "two"], factory.Created.Select(c => c.Address));
    }

    // Its partition has another id then, and versions that nothing orders against the old ones.
    [Fact]
    public async Task A_service_that_was_created_anew_is_found_by_the_same_client()
    {
        await using var server = await GatewayServer.StartAsync((_, n) =>
        {
            var (status, body) = Answers.Resolved(1, n == 1 ? "one" : "two");
            return (status, n == 1 ? body : body.Replace("11111111", "22222222", StringComparison.Ordinal));
        });
        var client = Client(server, out _);
        await CallAsync(client);
        await CallAsync(client, new FabricNotPrimaryException());
        await CallAsync(client);
        Assert.Equal(["one", "two", "two"], _called.TakeLast(3));
    }

    [Fact]
    public async Task A_client_that_is_dead_is_dropped()
    {
        await using var server = await GatewayServer.StartAsync((_, n) => Answers.Resolved(n, "one"));
        var client = Client(server, out var factory);
        await CallAsync(client);
        factory.Created[0].Valid = false;
        await CallAsync(client, new FabricNotPrimaryException());
        Assert.Equal(2, factory.Created.Count);
        Assert.True(factory.Created[0].Aborted);
    }

    [Fact]
    public async Task An_address_that_could_not_be_reached_is_not_kept()
    {
        await using var server = await GatewayServer.StartAsync((_, n) => Answers.Resolved(n, $"{n}"));
        var client = Client(server, out var factory);
        factory.Dead.UnionWith(["1", "2", "3"]);
        await CallAsync(client);
        Assert.Equal(["4"], _called);
        Assert.Equal(1, factory.AddressCount);
    }

    [Fact]
    public async Task A_client_that_works_is_kept_when_its_partition_moves_away_and_back()
    {
        await using var server = await GatewayServer.StartAsync((_, n) => Answers.Resolved(n, n == 2 ? "two" : "one"));
        var client = Client(server, out var factory);
        await CallAsync(client, new FabricNotPrimaryException(), new FabricNotPrimaryException());
        Assert.Equal(["one", "two", "one"], _called);
        Assert.Equal(["one", "two"], factory.Created.Select(c => c.Address));
        Assert.DoesNotContain(factory.Created, c => c.Aborted);
    }

    [Fact]
    public async Task A_failure_that_no_handler_knows_is_thrown_as_it_is()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => Answers.Resolved(1, "one"));
        var client = Client(server, out _);
        var failure = new InvalidOperationException("no");
        var thrown = await Assert.ThrowsAsync<InvalidOperationException>(() => CallAsync(client, failure));
        Assert.Same(failure, thrown);
        Assert.Single(_called);
    }

    [Fact]
    public async Task Retries_are_bounded()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => Answers.Resolved(1, "one"));
        var client = Client(server, out _);
        var failures = Enumerable.Repeat<Exception>(new FabricTransientException("busy"), 100).ToArray();
        var thrown = await Assert.ThrowsAsync<AggregateException>(() => CallAsync(client, failures));
        Assert.Equal("busy", thrown.InnerException!.Message);
        Assert.Equal(4, _called.Count);
    }

    [Fact]
    public async Task A_type_named_by_the_caller_is_not_retried()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => Answers.Resolved(1, "one"));
        var client = Client(server, out _);
        await Assert.ThrowsAsync<FabricTransientException>(() => client.InvokeWithRetryAsync(
            c => Task.FromException<int>(new FabricTransientException()), typeof(FabricTransientException)));
    }

    [Fact]
    public async Task The_replica_without_an_address_yet_is_resolved_again()
    {
        await using var server = await GatewayServer.StartAsync((_, n) => Answers.Resolved(n, n < 3 ? null : "one"));
        var client = Client(server, out _);
        Assert.Equal(1, await CallAsync(client));
        Assert.Equal(3, server.Asked.Count);
    }

    [Fact]
    public async Task A_secondary_is_chosen_when_asked_for()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => Answers.Resolved(1, "one", "two"));
        var factory = new TestClientFactory(new ServicePartitionResolver(server.Endpoint), new TestHandler());
        var client = new ServicePartitionClient<TestClient>(
            factory, Store, new ServicePartitionKey(5), TargetReplicaSelector.RandomSecondaryReplica);
        await CallAsync(client);
        Assert.Equal(["two"], _called);
    }

    [Fact]
    public async Task The_client_retry_timeout_ends_it_all()
    {
        await using var server = await GatewayServer.StartAsync(
            (_, _) => Answers.Error(503, "FABRIC_E_SERVICE_OFFLINE"));
        var factory = new TestClientFactory(new ServicePartitionResolver(server.Endpoint), new TestHandler());
        var client = new ServicePartitionClient<TestClient>(
            factory, Store, new ServicePartitionKey(5),
            retrySettings: new OperationRetrySettings(TimeSpan.FromMilliseconds(200)));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => CallAsync(client));
    }

    [Fact]
    public async Task Many_callers_at_once_make_one_client()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => Answers.Resolved(1, "one"));
        var client = Client(server, out var factory);
        await Task.WhenAll(Enumerable.Range(0, 100).Select(
            _ => client.InvokeWithRetryAsync(c => Task.FromResult(c.Address), CancellationToken.None)));
        Assert.Single(factory.Created);
    }

#pragma warning disable CS0618 // Published samples call them.
    [Fact]
    public async Task The_calls_that_wait_try_again_as_the_others_do()
    {
        await using var server = await GatewayServer.StartAsync((_, n) => Answers.Resolved(n, n == 1 ? "one" : "two"));
        var client = Client(server, out _);
        var failures = new Queue<Exception>([new FabricTransientException(), new FabricNotPrimaryException()]);
        Assert.Equal("two", await Task.Run(() => client.InvokeWithRetry(c => Fail(c.Address))));
        Assert.Equal(["one", "one", "two"], _called);
        failures.Enqueue(new FabricTransientException());
        await Task.Run(() => client.InvokeWithRetry(c =>
        {
            _ = Fail(c.Address);
        }));
        Assert.Equal(5, _called.Count);
        failures.Enqueue(new FabricTransientException());
        _ = await Assert.ThrowsAsync<FabricTransientException>(() => Task.Run(
            () => client.InvokeWithRetry(c => Fail(c.Address), typeof(FabricTransientException))));
        // What the function returns may be a task, which is then the caller's.
        Assert.Equal(3, await Task.Run(() => client.InvokeWithRetry(c => Task.FromResult(c.Address.Length))));

        string Fail(string address)
        {
            _called.Add(address);
            return failures.TryDequeue(out var failure) ? throw failure : address;
        }
    }
#pragma warning restore CS0618

    private static ServicePartitionClient<TestClient> Client(GatewayServer server, out TestClientFactory factory)
    {
        factory = new TestClientFactory(new ServicePartitionResolver(server.Endpoint), new TestHandler());
        return new ServicePartitionClient<TestClient>(factory, Store, new ServicePartitionKey(5));
    }

    // Fails as told, then returns how often it was called.
    private Task<int> CallAsync(ServicePartitionClient<TestClient> client, params Exception[] failures)
    {
        var left = new Queue<Exception>(failures);
        return client.InvokeWithRetryAsync(
            c =>
            {
                _called.Add(c.Address);
                return left.TryDequeue(out var failure)
                    ? Task.FromException<int>(failure)
                    : Task.FromResult(_called.Count);
            },
            CancellationToken.None);
    }
}
