using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Remoting;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Runtime;
using SfPerf.Fabric.Remoting.Client;
using SfPerf.Fabric.Remoting.Wire;
using SfPerf.Platform;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc.Transports;

/// <summary>Defines what a service is called by over remoting.</summary>
public interface IReplyRemoting : IService
{
    /// <summary>Returns the size and the checksum of a content.</summary>
    Task<ReplyData> GetReplyAsync(byte[] content);
}

/// <summary>Service remoting of SfPerf's own runtime, without a cluster: one partition that never moves.</summary>
internal sealed class ServiceRemotingTransport() : Transport(TransportCatalogue.ServiceRemoting)
{
    private static readonly Uri Service = new("fabric:/SfPerf/Reply");

    public override bool HasOwnSerializer => true;

    public override async Task<RunningServer> ServeAsync(ServerOptions options, CancellationToken token)
    {
        var context = new StatefulServiceContext(
            new NodeContext("_Node_0", new NodeId(0, 1), 1, "NodeType0", "127.0.0.1"),
            new CodePackageActivationContext(), "ReplyType", Service, [], Guid.NewGuid(), 1);
        ICommunicationListener listener = new FabricTransportServiceRemotingListener(context, new ReplyRemoting(),
            new FabricTransportRemotingListenerSettings { MaxMessageSize = FramedStream.BodyBytesMax });
        var address = await listener.OpenAsync(token).ConfigureAwait(false);
        return new ListenerServer(
            listener, new ServiceEndpointCollection("V2_1Listener", address).ToString());
    }

    public override IpcClient Connect(ClientOptions options) => new RemotingClient(Proxy(options.Address));

    private static IReplyRemoting Proxy(string address)
    {
        var time = TimeProvider.System;
        var locator = new FixedLocator(Service, address);
        var connector = new ReplicaConnector(
            locator, new ConnectionPool(Frames.Options(FramedStream.BodyBytesMax, CallLimit), CallLimit, time),
            TargetReplicaSelector.PrimaryReplica, null, new Random(1));
        var proxy = ProxyBuilder.FactoryOf(typeof(IReplyRemoting))();
        proxy.ServiceInterfaceType = typeof(IReplyRemoting);
        proxy.Target = new ProxyTarget(
            new ServiceDirectory(Service, locator, connector, time), new ServicePartitionKey(0), CallLimit,
            FramedStream.BodyBytesMax, new OperationRetrySettings(), time);
        return (IReplyRemoting)(object)proxy;
    }

    private sealed class ReplyRemoting : IReplyRemoting
    {
        public Task<ReplyData> GetReplyAsync(byte[] content) =>
            Task.FromResult(ReplyData.To(new InputData { Content = content }));
    }

    private sealed class ListenerServer(ICommunicationListener listener, string address) : RunningServer(address)
    {
        public override ValueTask DisposeAsync() => new(listener.CloseAsync(CancellationToken.None));
    }

    private sealed class RemotingClient(IReplyRemoting proxy) : IpcClient
    {
        public override Reply Call(byte[] content) => Blocking.Wait(proxy.GetReplyAsync(content)).ToReply();
    }

    private sealed class FixedLocator(Uri service, string address) : IPartitionLocator
    {
        private readonly ResolvedServicePartition _partition = new(
            service,
            new Int64RangePartitionInformation { Id = Guid.NewGuid(), LowKey = long.MinValue, HighKey = long.MaxValue },
            [new ResolvedServiceEndpoint { Role = ServiceEndpointRole.StatefulPrimary, Address = address }], 1);

        public Task<ResolvedServicePartition> ResolveAsync(
            Uri service, ServicePartitionKey key, CancellationToken cancellationToken) => Task.FromResult(_partition);

        public Task<ResolvedServicePartition> ResolveAgainAsync(
            ResolvedServicePartition previous, CancellationToken cancellationToken) => Task.FromResult(_partition);
    }
}
