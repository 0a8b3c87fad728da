using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using SfPerf.Fabric.Abstractions.Tests.Gateway;
using Xunit;

// The tests call what is obsolete on purpose.
#pragma warning disable CS0618

namespace SfPerf.Fabric.Abstractions.Tests.Services.Communication;

/// <summary>The calls that block their thread: InvokeWithRetry.</summary>
public sealed class BlockingPartitionClientTests
{
    private readonly List<string> _called = [];

    [Fact]
    public async Task A_blocking_call_is_tried_again_where_the_partition_is_now_and_returns_its_result()
    {
        await using var server = await GatewayServer.StartAsync((_, n) => Answers.Resolved(n, n == 1 ? "one" : "two"));
        Assert.Equal(3, Call(Client(server), new FabricTransientException(), new FabricNotPrimaryException()));
        Assert.Equal(["one", "one", "two"], _called);
    }

    [Fact]
    public async Task A_blocking_call_without_a_result_is_tried_again()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => Answers.Resolved(1, "one"));
        Client(server).InvokeWithRetry(client =>
        {
            _called.Add(client.Address);
            if (_called.Count == 1)
                throw new FabricTransientException();
        });
        Assert.Equal(["one", "one"], _called);
    }

    [Fact]
    public async Task A_blocking_call_throws_the_failure_itself_where_no_handler_knows_it()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => Answers.Resolved(1, "one"));
        var failure = new InvalidOperationException("no");
        Assert.Same(failure, Assert.Throws<InvalidOperationException>(() => Call(Client(server), failure)));
        Assert.Single(_called);
    }

    [Fact]
    public async Task A_blocking_call_is_not_tried_again_after_a_type_that_the_caller_names()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => Answers.Resolved(1, "one"));
        var client = Client(server);
        void Failing() => client.InvokeWithRetry(
            c =>
            {
                _called.Add(c.Address);
                throw new FabricTransientException();
            },
            typeof(FabricTransientException));
        Assert.Throws<FabricTransientException>(Failing);
        Assert.Single(_called);
    }

    [Fact]
    public async Task A_blocking_call_ends_on_a_thread_whose_context_is_blocked_by_it()
    {
        await using var server = await GatewayServer.StartAsync((_, n) => Answers.Resolved(n, "one"));
        var client = Client(server);
        var attempts = await Task.Run(() =>
        {
            SynchronizationContext.SetSynchronizationContext(new DeadContext());
            try
            {
                return Call(client, new FabricTransientException(), new FabricNotPrimaryException());
            }
            finally
            {
                SynchronizationContext.SetSynchronizationContext(null);
            }
        }).WaitAsync(TimeSpan.FromSeconds(30));
        Assert.Equal(3, attempts);
    }

    [Fact]
    public async Task A_blocking_call_needs_a_function()
    {
        await using var server = await GatewayServer.StartAsync((_, _) => Answers.Resolved(1, "one"));
        var client = Client(server);
        Assert.Throws<ArgumentNullException>("func", () => client.InvokeWithRetry(null));
        Assert.Throws<ArgumentNullException>("func", () => client.InvokeWithRetry<int>(null));
    }

    private static ServicePartitionClient<TestClient> Client(GatewayServer server) => new(
        new TestClientFactory(new ServicePartitionResolver(server.Endpoint), new TestHandler()),
        new Uri("fabric:/Test/Store"),
        new ServicePartitionKey(5));

    // Fails as told, then returns how often it was called.
    private int Call(ServicePartitionClient<TestClient> client, params Exception[] failures)
    {
        var left = new Queue<Exception>(failures);
        return client.InvokeWithRetry(c =>
        {
            _called.Add(c.Address);
            return left.TryDequeue(out var failure) ? throw failure : _called.Count;
        });
    }

    // Runs nothing that is posted: its only thread is the one that blocks.
    private sealed class DeadContext : SynchronizationContext
    {
        public override void Post(SendOrPostCallback d, object? state)
        {
        }
    }
}
