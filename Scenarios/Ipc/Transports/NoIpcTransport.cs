using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc.Transports;

/// <summary>The floors: the server's work in the client's own process, with and without serialization.</summary>
internal sealed class NoIpcTransport(string name, bool serializes) : Transport(name)
{
    public override bool HasServer => false;

    public override Task<RunningServer> ServeAsync(ServerOptions options, CancellationToken token) =>
        throw new NotSupportedException($"{Name} has no server.");

    public override IpcClient Connect(ClientOptions options) => serializes
        ? new CodecClient(new Local(Codec.Of(options.Serializer)), Codec.Of(options.Serializer)) : new Direct();

    private sealed class Local(Codec codec) : IByteExchange
    {
        public ArraySegment<byte> Exchange(ArraySegment<byte> request) => codec.Answer(request);

        public void Dispose()
        {
        }
    }

    private sealed class Direct : IpcClient
    {
        public override Reply Call(byte[] content) => Reply.To(content);
    }
}
