using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading;
using System.Threading.Tasks;
using System.Xml;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc.Transports;

/// <summary>The published contract over SfPerf's own WCF stack: binary messages, no security, an instance for each
/// call.</summary>
internal sealed class WcfTransport : Transport
{
    private readonly string _scheme;
    private readonly Func<TransportBindingElement> _transport;

    private WcfTransport(string name, string scheme, Func<TransportBindingElement> transport)
        : base(name) => (_scheme, _transport) = (scheme, transport);

    public static WcfTransport Pipe { get; } = new(TransportCatalogue.WcfPipe, Uri.UriSchemeNetPipe,
        () => new NamedPipeTransportBindingElement());

    public static WcfTransport Tcp { get; } = new(TransportCatalogue.WcfTcp, Uri.UriSchemeNetTcp,
        () => new TcpTransportBindingElement());

    public static WcfTransport Http { get; } = new(TransportCatalogue.WcfHttp, Uri.UriSchemeHttp,
        () => new HttpTransportBindingElement());

    public override bool HasOwnSerializer => true;

    public override Task<RunningServer> ServeAsync(ServerOptions options, CancellationToken token)
    {
        var host = new ServiceHost(typeof(ReplyService));
        host.AddServiceEndpoint(typeof(IReplyService), Binding(), _scheme == Uri.UriSchemeNetPipe
            ? $"net.pipe://localhost/sfperf/{Guid.NewGuid():N}" : $"{_scheme}://127.0.0.1:0/Reply");
        host.Open();
        return Task.FromResult<RunningServer>(
            new HostServer(host, host.ChannelDispatchers[0].Listener.Uri.ToString()));
    }

    public override IpcClient Connect(ClientOptions options) => new ChannelClient(
        new ChannelFactory<IReplyService>(Binding(), new EndpointAddress(options.Address)));

    private CustomBinding Binding()
    {
        var transport = _transport();
        transport.MaxReceivedMessageSize = FramedStream.BodyBytesMax;
        return new CustomBinding(
            new BinaryMessageEncodingBindingElement { ReaderQuotas = XmlDictionaryReaderQuotas.Max }, transport)
        {
            SendTimeout = CallLimit,
        };
    }

    private sealed class HostServer(ServiceHost host, string address) : RunningServer(address)
    {
        public override ValueTask DisposeAsync()
        {
            host.Abort();
            return ValueTask.CompletedTask;
        }
    }

    private sealed class ChannelClient(ChannelFactory<IReplyService> factory) : IpcClient
    {
        private readonly IReplyService _channel = factory.CreateChannel();
        private readonly InputData _data = new();

        public override Reply Call(byte[] content)
        {
            _data.Content = content;
            return _channel.GetReply(_data).ToReply();
        }

        public override void Dispose()
        {
            ((IClientChannel)_channel).Abort();
            factory.Abort();
        }
    }
}

/// <summary>The contract as published.</summary>
[ServiceContract]
internal interface IReplyService
{
    [OperationContract]
    ReplyData GetReply(InputData data);
}

[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall)]
internal sealed class ReplyService : IReplyService
{
    public ReplyData GetReply(InputData data) => ReplyData.To(data);
}
