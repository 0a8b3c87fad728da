using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Remoting.Client;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using SfPerf.Fabric.Remoting.Messages;
using Xunit;

namespace SfPerf.Fabric.Remoting.Tests;

/// <summary>A proxy's calls go by the client factory that a program gives, in the transport's place or before it.
/// </summary>
public sealed class MessageFactoryTests
{
    private static readonly Uri Service = new("fabric:/Test/Probe");

    [Fact]
    public async Task A_call_is_a_message_with_method_and_arguments_and_its_answer_is_the_result()
    {
        var factory = new RecordingFactory(message => Task.FromResult<object?>(
            (long)message.GetBody().GetParameter(0, "left", typeof(long))
            + (long)message.GetBody().GetParameter(1, "right", typeof(long))));
        var proxy = Proxy(factory, key: 7, listener: "Named");

        Assert.Equal(5, await proxy.AddAsync(2, 3));

        Assert.Equal((7L, "Named"), (factory.Key!.Value, factory.ListenerName));
        var header = Assert.Single(factory.Headers);
        Assert.Equal("AddAsync", header.MethodName);
        Assert.NotEqual(Guid.Empty, header.RequestId);
        Assert.IsAssignableFrom<IServiceProxy>(proxy);
    }

    [Fact]
    public async Task Methods_have_ids_of_their_own_and_a_cancellation_token_is_no_argument()
    {
        var factory = new RecordingFactory(message => Task.FromResult<object?>(
            message.GetHeader().MethodName == "TokenAsync" ? message.GetBody().GetParameter(0, "value", null!) : null));
        var proxy = Proxy(factory);
        await proxy.PingAsync();
        Assert.Equal(9, await proxy.TokenAsync(9, CancellationToken.None));
        Assert.Null(await proxy.JoinAsync("a", 1, []));
        var ids = new HashSet<int>();
        Assert.All(factory.Headers, h => Assert.True(ids.Add(h.MethodId)));
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(2, 3)]
    public async Task The_factory_decides_what_is_tried_again(int retriesMax, int calls)
    {
        var failures = 0;
        var factory = new RecordingFactory(_ => ++failures <= 2
            ? throw new InvalidOperationException("no")
            : Task.FromResult<object?>(4L))
        { RetriesMax = retriesMax };
        var result = Proxy(factory).AddAsync(2, 2);
        if (retriesMax == 0)
            await Assert.ThrowsAsync<InvalidOperationException>(() => result);
        else
            Assert.Equal(4, await result);
        Assert.Equal(calls, factory.Headers.Count);
    }

    [Fact]
    public async Task A_factory_before_the_transport_sees_each_call_and_the_service_answers_it()
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new Probe()));
        var client = new TransportClient(bench.Target());
        var factory = new RecordingFactory(m => SendAsync(client, m));
        var proxy = Proxy(factory);

        Assert.Equal(5, await proxy.AddAsync(2, 3));
        Assert.Equal([1, 2], await proxy.EchoAsync([1, 2]));
        Assert.Null(await proxy.EchoAsync(null));
        await proxy.PingAsync();
        await Assert.ThrowsAsync<AggregateException>(() => proxy.FailAsync("invalid"));

        Assert.Equal(5, factory.Headers.Count);
    }

    [Fact]
    public async Task A_cancelled_token_cancels_the_call_at_the_service()
    {
        await using var bench = new Bench();
        var probe = new Probe();
        bench.MakePrimary(bench.Host(probe));
        var client = new TransportClient(bench.Target());
        using var cancellation = new CancellationTokenSource();
        var call = Proxy(new RecordingFactory(m => SendAsync(client, m))).WaitAsync(cancellation.Token);
        await probe.Waiting.Task.WaitAsync(Bench.Limit, TimeProvider.System);
        await cancellation.CancelAsync();
        await probe.Cancelled.Task.WaitAsync(Bench.Limit, TimeProvider.System);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call.WaitAsync(Bench.Limit, TimeProvider.System));
    }

    private static async Task<object?> SendAsync(TransportClient client, IServiceRemotingRequestMessage message) =>
        (await client.RequestResponseAsync(message)).GetBody().Get(typeof(object));

    private static IProbe Proxy(RecordingFactory factory, long key = 7, string? listener = null) =>
        new ServiceProxyFactory(_ => factory).CreateServiceProxy<IProbe>(
            Service, new ServicePartitionKey(key), listenerName: listener);
}
