using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc.Transports;

/// <summary>POST to a Kestrel server, the body as the others send it.</summary>
internal sealed class WebApiTransport() : Transport(TransportCatalogue.WebApi)
{
    private const string Path = "/api/Reply";

    public override bool IsNetworked => true;

    public override async Task<RunningServer> ServeAsync(ServerOptions options, CancellationToken token)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelCore();
        builder.Services.Configure<KestrelServerOptions>(k =>
        {
            k.Listen(IPAddress.Parse(options.Host), 0);
            k.Limits.MaxRequestBodySize = FramedStream.BodyBytesMax;
        });
        var application = builder.Build();
        application.Run(context => AnswerAsync(context, options.Serializer));
        await application.StartAsync(token).ConfigureAwait(false);
        return new WebServer(application, application.Urls.Single() + Path);
    }

    public override IpcClient Connect(ClientOptions options) =>
        new CodecClient(new HttpExchange(new Uri(options.Address)), Codec.Of(options.Serializer));

    private static async Task AnswerAsync(HttpContext context, Serializer serializer)
    {
        var body = new byte[(int)context.Request.ContentLength!.Value];
        await context.Request.Body.ReadExactlyAsync(body, context.RequestAborted).ConfigureAwait(false);
        var reply = Codec.Of(serializer).Answer(body);
        context.Response.ContentLength = reply.Count;
        await context.Response.Body.WriteAsync(reply, context.RequestAborted).ConfigureAwait(false);
    }

    private sealed class WebServer(WebApplication application, string address) : RunningServer(address)
    {
        public override ValueTask DisposeAsync() => application.DisposeAsync();
    }

    private sealed class HttpExchange : IByteExchange
    {
        private readonly HttpClient _client;
        private readonly MemoryStream _reply = new();
        private readonly Uri _address;
        private Stream? _connection;

        public HttpExchange(Uri address)
        {
            _address = address;
            // A socket is of the network of the thread that makes it, which is the caller's.
            var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            socket.Connect(IPEndPoint.Parse(address.Authority));
            _connection = new NetworkStream(socket, ownsSocket: true);
            _client = new HttpClient(new SocketsHttpHandler
            {
                UseProxy = false, AllowAutoRedirect = false, ConnectCallback = (_, _) => new(Interlocked.Exchange(
                    ref _connection, null) ?? throw new IOException("The server closed the connection.")),
            })
            {
                Timeout = CallLimit,
            };
        }

        public ArraySegment<byte> Exchange(ArraySegment<byte> request)
        {
            using var message = new HttpRequestMessage(HttpMethod.Post, _address)
            {
                Content = new ByteArrayContent(request.Array!, request.Offset, request.Count),
            };
            using var response = _client.Send(message);
            response.EnsureSuccessStatusCode();
            _reply.SetLength(0);
            response.Content.CopyTo(_reply, null, CancellationToken.None);
            return new ArraySegment<byte>(_reply.GetBuffer(), 0, (int)_reply.Length);
        }

        public void Dispose()
        {
            _client.Dispose();
            _connection?.Dispose();
        }
    }
}
