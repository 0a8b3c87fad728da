using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc.Transports;

/// <summary>A REQ and a REP socket of ZeroMQ over TCP.</summary>
internal sealed class ZeroMqTransport() : Transport(TransportCatalogue.ZeroMq)
{
    public override string? Missing(IpcSettings settings) => ZeroMqNative.IsThere ? null : "libzmq5";

    public override bool IsNetworked => true;

    public override Task<RunningServer> ServeAsync(ServerOptions options, CancellationToken token)
    {
        var context = ZeroMqNative.MakeContext();
        var socket = ZeroMqNative.MakeSocket(context, ZeroMqNative.Response);
        var address = ZeroMqNative.BindTo(socket, $"tcp://{options.Host}:*");
        // The thread ends with the process: a socket of ZeroMQ may be closed by the thread only that uses it.
        DedicatedThread.Start(() => Serve(socket, Codec.Of(options.Serializer)));
        return Task.FromResult(new RunningServer(address));
    }

    public override IpcClient Connect(ClientOptions options) =>
        new CodecClient(new RequestSocket(options.Address), Codec.Of(options.Serializer));

    private static void Serve(nint socket, Codec codec)
    {
        var buffer = new byte[FramedStream.BodyBytesMax];
        try
        {
            while (true)
            {
                var count = ZeroMqNative.ReceiveAll(socket, buffer);
                ZeroMqNative.SendAll(socket, codec.Answer(new ArraySegment<byte>(buffer, 0, count)));
            }
        }
        catch (IOException e)
        {
            Console.Error.WriteLine(e.Message);
        }
    }

    private sealed class RequestSocket : IByteExchange
    {
        private const int ReplyBytesMax = 4096;
        private readonly byte[] _reply = new byte[ReplyBytesMax];
        private readonly nint _context;
        private readonly nint _socket;

        public RequestSocket(string address)
        {
            _context = ZeroMqNative.MakeContext();
            _socket = ZeroMqNative.MakeSocket(_context, ZeroMqNative.Request);
            ZeroMqNative.SetReceiveLimit(_socket, CallLimit);
            ZeroMqNative.ConnectTo(_socket, address);
        }

        public ArraySegment<byte> Exchange(ArraySegment<byte> request)
        {
            ZeroMqNative.SendAll(_socket, request);
            return new ArraySegment<byte>(_reply, 0, ZeroMqNative.ReceiveAll(_socket, _reply));
        }

        public void Dispose() => ZeroMqNative.Close(_context, _socket);
    }
}
