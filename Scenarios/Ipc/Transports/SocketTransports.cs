using System;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc.Transports;

/// <summary>A plain TCP connection.</summary>
internal sealed class TcpTransport() : Transport(TransportCatalogue.Tcp)
{
    public override bool IsNetworked => true;

    public override Task<RunningServer> ServeAsync(ServerOptions options, CancellationToken token)
    {
        var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Parse(options.Host), 0));
        listener.Listen();
        StreamServer.Start(
            () => new SocketStream(listener.Accept()), options.Serializer,
            (stream, sendsAtOnce) => ((SocketStream)stream).Socket.NoDelay = sendsAtOnce);
        return Task.FromResult<RunningServer>(new SocketServer(listener, listener.LocalEndPoint!.ToString()!));
    }

    public override IpcClient Connect(ClientOptions options)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        {
            NoDelay = options.ClientNoDelay,
        };
        return SocketStream.Connect(socket, IPEndPoint.Parse(options.Address), options);
    }
}

/// <summary>A Unix domain socket.</summary>
internal sealed class UnixSocketTransport() : Transport(TransportCatalogue.UnixSocket)
{
    public override Task<RunningServer> ServeAsync(ServerOptions options, CancellationToken token)
    {
        var path = Path.Combine(options.Folder, "socket");
        var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(path));
        listener.Listen();
        StreamServer.Start(() => new SocketStream(listener.Accept()), options.Serializer);
        return Task.FromResult<RunningServer>(new SocketServer(listener, path));
    }

    public override IpcClient Connect(ClientOptions options) => SocketStream.Connect(
        new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified),
        new UnixDomainSocketEndPoint(options.Address), options);
}

/// <summary>Datagrams over UDP, one for a request and one for its reply.</summary>
internal sealed class UdpTransport() : Transport(TransportCatalogue.Udp)
{
    /// <summary>What a datagram can carry over IPv4.</summary>
    public const int BodyBytesMax = 65_507;

    private static readonly TimeSpan LossLimit = TimeSpan.FromSeconds(1);

    public override bool IsNetworked => true;

    public override string? Refusal(int bodyBytes, ServerOptions options) => bodyBytes <= BodyBytesMax
        ? null : $"a datagram carries at most {BodyBytesMax} bytes";

    public override Task<RunningServer> ServeAsync(ServerOptions options, CancellationToken token)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(new IPEndPoint(IPAddress.Parse(options.Host), 0));
        DedicatedThread.Start(() => Serve(socket, Codec.Of(options.Serializer)));
        return Task.FromResult<RunningServer>(new SocketServer(socket, socket.LocalEndPoint!.ToString()!));
    }

    public override IpcClient Connect(ClientOptions options) =>
        new CodecClient(new Datagrams(IPEndPoint.Parse(options.Address)), Codec.Of(options.Serializer));

    private static void Serve(Socket socket, Codec codec)
    {
        var buffer = new byte[BodyBytesMax];
        var client = new SocketAddress(AddressFamily.InterNetwork);
        while (true)
        {
            try
            {
                var count = socket.ReceiveFrom(buffer, SocketFlags.None, client);
                socket.SendTo(codec.Answer(new ArraySegment<byte>(buffer, 0, count)), SocketFlags.None, client);
            }
            catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionRefused)
            {
                // A client went away before its reply came.
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                return;
            }
        }
    }

    private sealed class Datagrams : IByteExchange
    {
        private readonly byte[] _buffer = new byte[BodyBytesMax];
        private readonly EndPoint _server;
        private Socket _socket;

        public Datagrams(EndPoint server)
        {
            _server = server;
            _socket = Open();
        }

        public ArraySegment<byte> Exchange(ArraySegment<byte> request)
        {
            try
            {
                _socket.Send(request);
                return new ArraySegment<byte>(_buffer, 0, _socket.Receive(_buffer));
            }
            catch (SocketException e) when (e.SocketErrorCode == SocketError.TimedOut)
            {
                // An answer that comes late goes to a port that nobody reads any more.
                _socket.Dispose();
                _socket = Open();
                throw new DatagramLostException(e);
            }
        }

        public void Dispose() => _socket.Dispose();

        private Socket Open()
        {
            var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp)
            {
                ReceiveTimeout = (int)LossLimit.TotalMilliseconds,
            };
            socket.Connect(_server);
            return socket;
        }
    }
}

/// <summary>A socket that listens.</summary>
internal sealed class SocketServer(Socket socket, string address) : RunningServer(address)
{
    public override ValueTask DisposeAsync()
    {
        socket.Dispose();
        return ValueTask.CompletedTask;
    }
}

/// <summary>A connected socket as a stream that owns it.</summary>
internal sealed class SocketStream(Socket socket) : NetworkStream(socket, ownsSocket: true)
{
    public new Socket Socket => base.Socket;

    /// <summary>Connects a socket, and disposes it when that fails.</summary>
    public static IpcClient Connect(Socket socket, EndPoint server, ClientOptions options)
    {
        try
        {
            socket.ReceiveTimeout = (int)Transport.CallLimit.TotalMilliseconds;
            socket.Connect(server);
            return StreamServer.Connect(new SocketStream(socket), options);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
