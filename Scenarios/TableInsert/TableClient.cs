using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace SfPerf.Scenarios.TableInsert;

/// <summary>A client of Azure Table storage with one cell's factors: HttpClient, requests signed with SharedKeyLite. It
/// makes one request at a time and keeps its connection. The client libraries do not let the factors be chosen.
/// </summary>
internal sealed class TableClient : IDisposable
{
    private const string Account = "devstoreaccount1";

    // The key of the emulator is the same everywhere and published.
    private static readonly byte[] Key = Convert.FromBase64String(
        "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==");

    // A body that left without the interim answer would be a request of another cell.
    private static readonly TimeSpan ContinueLimit = TimeSpan.FromSeconds(60);

    private readonly InsertCell _cell;
    private readonly HttpClient _http;
    private readonly Uri _account;
    private Socket? _socket;

    /// <summary>Makes one; it connects with its first request.</summary>
    /// <param name="server">The address of the server, without a path.</param>
    /// <param name="cell">The factors.</param>
    public TableClient(Uri server, InsertCell cell)
    {
        _cell = cell;
        _account = new Uri(server, "/" + Account + "/");
        _http = new HttpClient(new SocketsHttpHandler
        {
            UseProxy = false, UseCookies = false, AllowAutoRedirect = false, ConnectCallback = ConnectAsync,
            Expect100ContinueTimeout = ContinueLimit,
        });
    }

    /// <summary>Gets how often it connected.</summary>
    public int Connections { get; private set; }

    /// <summary>Reads what the kernel counted on the connection; null where it does not count.</summary>
    public TcpCounters? Counters() => _socket is null ? null : TcpCounters.Read(_socket);

    public void Dispose() => _http.Dispose();

    /// <summary>Creates a table.</summary>
    public async Task CreateTableAsync(string table, CancellationToken token)
    {
        var body = Encoding.UTF8.GetBytes($$"""{"TableName":"{{table}}"}""");
        await SendAsync(HttpMethod.Post, "Tables", body, "application/json", token).ConfigureAwait(false);
    }

    /// <summary>Deletes a table with all its entities.</summary>
    public async Task DeleteTableAsync(string table, CancellationToken token) => await SendAsync(
        HttpMethod.Delete, $"Tables('{table}')", null, "application/json", token).ConfigureAwait(false);

    /// <summary>Inserts entities: one alone, or several as one entity group transaction.</summary>
    /// <exception cref="HttpRequestException">The server did not insert all of them, or is gone.</exception>
    public async Task InsertAsync(string table, Person[] people, CancellationToken token)
    {
        if (people.Length == 1)
        {
            await SendAsync(HttpMethod.Post, table, people[0].ToJson(), "application/json", token)
                .ConfigureAwait(false);
            return;
        }

        var boundary = "batch_" + Guid.NewGuid().ToString("N");
        var body = InsertBody.Batch(people, new Uri(_account, table), boundary);
        var answer = await SendAsync(HttpMethod.Post, "$batch", body, $"multipart/mixed; boundary={boundary}", token)
            .ConfigureAwait(false);
        var inserted = Occurrences(answer, "HTTP/1.1 204");
        if (inserted != people.Length)
        {
            throw new HttpRequestException(
                $"{inserted} of {people.Length} entities were inserted: {FirstLine(answer)}");
        }
    }

    private async ValueTask<Stream> ConnectAsync(SocketsHttpConnectionContext context, CancellationToken token)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        {
            NoDelay = !_cell.Nagle,
        };
        try
        {
            await socket.ConnectAsync(IPAddress.Loopback, context.DnsEndPoint.Port, token).ConfigureAwait(false);
        }
        catch
        {
            socket.Dispose();
            throw;
        }

        _socket = socket;
        Connections++;
        return new NetworkStream(socket, ownsSocket: true);
    }

    private async Task<string> SendAsync(
        HttpMethod method, string path, byte[]? body, string type, CancellationToken token)
    {
        using var request = new HttpRequestMessage(method, new Uri(_account, path));
        var date = TimeProvider.System.GetUtcNow().ToString("R", CultureInfo.InvariantCulture);
        request.Headers.Add("x-ms-date", date);
        request.Headers.Add("x-ms-version", "2019-02-02");
        request.Headers.Add("DataServiceVersion", "3.0;");
        request.Headers.Add("Accept", "application/json;odata=nometadata");
        request.Headers.Add("Prefer", "return-no-content");
        request.Headers.Authorization = Sign(date, request.RequestUri!.AbsolutePath);
        if (body is not null)
        {
            request.Content = _cell.Split ? new SplitContent(body) : new ByteArrayContent(body);
            request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(type);
            request.Headers.ExpectContinue = _cell.Expect;
        }

        using var response = await _http.SendAsync(request, token).ConfigureAwait(false);
        var answer = await response.Content.ReadAsStringAsync(token).ConfigureAwait(false);
        return response.IsSuccessStatusCode ? answer : throw new HttpRequestException(
            $"{method} {path}: {(int)response.StatusCode} {response.ReasonPhrase}: {FirstLine(answer)}");
    }

    private static AuthenticationHeaderValue Sign(string date, string path)
    {
        var text = Encoding.UTF8.GetBytes($"{date}\n/{Account}{path}");
        return new("SharedKeyLite", $"{Account}:{Convert.ToBase64String(HMACSHA256.HashData(Key, text))}");
    }

    private static int Occurrences(string text, string part) => text.Split(part).Length - 1;

    private static string FirstLine(string text) =>
        text.Split('\n').FirstOrDefault(l => !string.IsNullOrWhiteSpace(l))?.Trim() ?? "no content";

    /// <summary>Has the headers leave before the body: what HttpWebRequest did in 2011.</summary>
    private sealed class SplitContent(byte[] body) : HttpContent
    {
        protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
            SerializeToStreamAsync(stream, context, CancellationToken.None);

        protected override async Task SerializeToStreamAsync(
            Stream stream, TransportContext? context, CancellationToken cancellationToken)
        {
            // The stream holds the headers in its buffer until it is flushed.
            await stream.FlushAsync(cancellationToken).ConfigureAwait(false);
            await stream.WriteAsync(body, cancellationToken).ConfigureAwait(false);
        }

        protected override bool TryComputeLength(out long length)
        {
            length = body.Length;
            return true;
        }
    }
}
