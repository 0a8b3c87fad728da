using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Peers.Etcd;

/// <summary>Unary gRPC calls over one HTTP/2 connection without TLS. May be used concurrently.</summary>
internal sealed class GrpcChannel : IDisposable
{
    private static readonly MediaTypeHeaderValue MediaType = new("application/grpc");
    private readonly HttpClient _client;

    internal GrpcChannel(PeerEndpoint endpoint, TimeSpan connectTimeout) => _client = new HttpClient(
        new SocketsHttpHandler
        {
            ConnectTimeout = connectTimeout, UseProxy = false, UseCookies = false, AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None, ActivityHeadersPropagator = null,
        })
    {
        BaseAddress = new Uri($"http://{endpoint}"), Timeout = Timeout.InfiniteTimeSpan,
        DefaultRequestVersion = HttpVersion.Version20, DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
    };

    /// <summary>Gets or sets etcd's token of a user that has logged in; null without.</summary>
    internal string? Token { get; set; }

    /// <summary>Calls a method and returns its reply, framed.</summary>
    /// <exception cref="GrpcException">The server refused.</exception>
    /// <exception cref="HttpRequestException">It was not reached, or is no gRPC server.</exception>
    internal async Task<byte[]> CallAsync(string method, ReadOnlyMemory<byte> message, CancellationToken token)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, method)
        {
            Version = HttpVersion.Version20, VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ReadOnlyMemoryContent(message),
        };
        request.Content.Headers.ContentType = MediaType;
        request.Headers.TE.Add(new TransferCodingWithQualityHeaderValue("trailers"));
        if (Token is not null)
            request.Headers.TryAddWithoutValidation("token", Token);
        using var response = await _client.SendAsync(request, HttpCompletionOption.ResponseContentRead, token)
            .ConfigureAwait(false);
        response.EnsureSuccessStatusCode();
        var reply = await response.Content.ReadAsByteArrayAsync(token).ConfigureAwait(false);
        Check(response);
        return reply;
    }

    public void Dispose() => _client.Dispose();

    private static void Check(HttpResponseMessage response)
    {
        // A call that fails at once has its status in the headers, and no trailers.
        var status = Value(response.TrailingHeaders, "grpc-status") ?? Value(response.Headers, "grpc-status")
            ?? throw new InvalidDataException("The reply has no grpc-status; is this a gRPC server?");
        if (status == "0")
            return;
        var message = Value(response.TrailingHeaders, "grpc-message") ?? Value(response.Headers, "grpc-message") ?? "";
        throw new GrpcException(int.TryParse(status, CultureInfo.InvariantCulture, out var number) ? number : -1,
            Uri.UnescapeDataString(message));
    }

    private static string? Value(HttpResponseHeaders headers, string name) =>
        headers.TryGetValues(name, out var values) ? values.First() : null;
}
