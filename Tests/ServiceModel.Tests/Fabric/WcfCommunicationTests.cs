using System;
using System.Collections.Generic;
using System.Fabric;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Communication.Wcf;
using Microsoft.ServiceFabric.Services.Communication.Wcf.Client;
using Microsoft.ServiceFabric.Services.Communication.Wcf.Runtime;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Fabric;

public sealed class WcfCommunicationTests
{
    private static readonly Uri Service = new("fabric:/Test/Counter");
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task A_listener_without_an_endpoint_listens_at_a_free_port_under_its_partition()
    {
        var context = Context();
        var wcf = new WcfCommunicationListener<ICounter>(context, new PlainCounter());
        ICommunicationListener listener = wcf;
        var address = new Uri(await listener.OpenAsync(CancellationToken.None));
        Assert.Equal("net.tcp", address.Scheme);
        Assert.Equal("127.0.0.1", address.Host);
        Assert.True(address.Port > 0);
        Assert.Contains($"/{context.PartitionId}-7", address.AbsolutePath, StringComparison.Ordinal);
        await listener.CloseAsync(CancellationToken.None).WaitAsync(Limit);
        Assert.Equal(CommunicationState.Closed, wcf.ServiceHost.State);
    }

    [Fact]
    public async Task A_partition_client_calls_an_object_and_its_failures_leave_the_channel_open()
    {
        ICommunicationListener listener = new WcfCommunicationListener<ICounter>(Context(), new PlainCounter());
        var address = await listener.OpenAsync(CancellationToken.None);
        var factory = new WcfCommunicationClientFactory<ICounter>(
            servicePartitionResolver: new Resolver(address));
        var client = new ServicePartitionClient<WcfCommunicationClient<ICounter>>(factory, Service);
        Assert.Equal([1, 2], await client.InvokeWithRetryAsync(c => c.Channel.EchoAsync([1, 2])).WaitAsync(Limit));
        var error = await Assert.ThrowsAsync<FaultException<ExceptionDetail>>(
            () => client.InvokeWithRetryAsync(c => c.Channel.WaitAsync()).WaitAsync(Limit));
        Assert.Equal("not today", error.Detail.Message);
        Assert.Equal([3], await client.InvokeWithRetryAsync(c => c.Channel.EchoAsync([3])).WaitAsync(Limit));
        listener.Abort();
    }

    [Fact]
    public async Task A_partition_client_finds_a_service_that_came_back_elsewhere()
    {
        ICommunicationListener first = new WcfCommunicationListener<ICounter>(Context(), new PlainCounter());
        var resolver = new Resolver(await first.OpenAsync(CancellationToken.None));
        var factory = new WcfCommunicationClientFactory<ICounter>(servicePartitionResolver: resolver);
        var client = new ServicePartitionClient<WcfCommunicationClient<ICounter>>(
            factory, Service, retrySettings: new(TimeSpan.Zero, TimeSpan.Zero, 5, 5));
        await client.InvokeWithRetryAsync(c => c.Channel.EchoAsync([1])).WaitAsync(Limit);
        first.Abort();
        ICommunicationListener second = new WcfCommunicationListener<ICounter>(Context(), new PlainCounter());
        resolver.Move(await second.OpenAsync(CancellationToken.None));
        Assert.Equal([2], await client.InvokeWithRetryAsync(c => c.Channel.EchoAsync([2])).WaitAsync(Limit));
        second.Abort();
    }

    [Fact]
    public void The_default_bindings_are_those_of_Service_Fabric()
    {
        var listener = Assert.IsType<NetTcpBinding>(WcfUtility.CreateTcpListenerBinding());
        Assert.Equal(SecurityMode.None, listener.Security.Mode);
        Assert.Equal(4 * 1024 * 1024, listener.MaxReceivedMessageSize);
        Assert.Equal(4 * 1024 * 1024, listener.MaxBufferSize);
        Assert.Equal(TimeSpan.FromSeconds(5), listener.OpenTimeout);
        Assert.Equal(int.MaxValue, listener.MaxConnections);
        var client = Assert.IsType<NetTcpBinding>(WcfUtility.CreateTcpClientBinding());
        Assert.Equal(TimeSpan.MaxValue, client.SendTimeout);
        Assert.Equal(TimeSpan.FromMinutes(1), client.OpenTimeout);
    }

    [Theory]
    [InlineData(typeof(EndpointNotFoundException), true, false)]
    [InlineData(typeof(CommunicationObjectFaultedException), true, false)]
    [InlineData(typeof(TimeoutException), true, true)]
    [InlineData(typeof(ServerTooBusyException), true, true)]
    [InlineData(typeof(CommunicationException), true, true)]
    [InlineData(typeof(FaultException), false, false)]
    [InlineData(typeof(InvalidOperationException), false, false)]
    public void The_handler_tells_what_to_try_again_and_where(Type type, bool isHandled, bool isTransient)
    {
        IExceptionHandler handler = new WcfExceptionHandler();
        var error = new ExceptionInformation((Exception)Activator.CreateInstance(type)!);
        Assert.Equal(isHandled, handler.TryHandleException(error, new(), out var result));
        if (isHandled)
            Assert.Equal(isTransient, Assert.IsType<ExceptionHandlingRetryResult>(result).IsTransient);
    }

    private static StatelessServiceContext Context() => new(
        new NodeContext("_Node_0", new NodeId(0, 1), 1, "NodeType0", "127.0.0.1"),
        new CodePackageActivationContext(), "CounterType", Service, [], Guid.NewGuid(), 7);

    private sealed class PlainCounter : ICounter
    {
        public int Meet(int wanted, int milliseconds) => wanted;

        public Task<int> MeetAsyncTask(int wanted, int milliseconds) => Task.FromResult(wanted);

        public Task<byte[]> EchoAsync(byte[] bytes) => Task.FromResult(bytes);

        public Task WaitAsync() => throw new InvalidOperationException("not today");

        public int Instance() => 1;
    }

    private sealed class Resolver(string address) : IServicePartitionResolver
    {
        private readonly SingletonPartitionInformation _info = new();
        private string _address = address;
        private long _version = 1;

        public Task<ResolvedServicePartition> ResolveAsync(
            ResolvedServicePartition previousRsp,
            TimeSpan resolveTimeoutPerTry,
            TimeSpan maxRetryBackoffInterval,
            CancellationToken cancellationToken) => Task.FromResult(Resolved());

        public Task<ResolvedServicePartition> ResolveAsync(
            Uri serviceUri,
            ServicePartitionKey partitionKey,
            TimeSpan resolveTimeoutPerTry,
            TimeSpan maxRetryBackoffInterval,
            CancellationToken cancellationToken) => Task.FromResult(Resolved());

        internal void Move(string elsewhere)
        {
            _version++;
            _address = elsewhere;
        }

        private ResolvedServicePartition Resolved()
        {
            var endpoint = new ResolvedServiceEndpoint
            {
                Role = ServiceEndpointRole.Stateless,
                Address = _address,
            };
            return new(Service, _info, new List<ResolvedServiceEndpoint> { endpoint }, _version);
        }
    }
}
