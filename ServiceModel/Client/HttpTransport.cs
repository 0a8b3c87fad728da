using System.Net;
using System.Net.Http;
using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Hosting;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>Sends each request as a POST; the factory's connections are shared by its channels.</summary>
internal sealed class HttpTransport(HttpMessageInvoker client, Uri via, WireSettings settings)
    : SessionlessTransport(settings)
{
    private readonly WireSettings _settings = settings;

    protected override async Task ExchangeAsync(OutputBuffer message, string action, PendingCall? call)
    {
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, via);
            request.Content = new MessageContent(message);
            request.Content.Headers.TryAddWithoutValidation("Content-Type", PlainCodec.ContentType(_settings, action));
            if (_settings.Version.Envelope == EnvelopeVersion.Soap11)
                request.Headers.TryAddWithoutValidation("SOAPAction", $"\"{PlainCodec.ToHeader(action)}\"");
            if (!_settings.KeepsConnections)
                request.Headers.ConnectionClose = true;
            using var response = await client.SendAsync(request, Aborted).ConfigureAwait(false);
            await ReadAsync(response, call).ConfigureAwait(false);
        }
        catch (HttpRequestException e) when (e.HttpRequestError
            is HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError)
        {
            throw new EndpointNotFoundException($"Could not connect to '{via}': {e.Message}", e);
        }
        catch (Exception e) when (e is HttpRequestException or System.IO.IOException)
        {
            throw new CommunicationException($"The request to '{via}' failed: {e.Message}", e);
        }
    }

    private async Task ReadAsync(HttpResponseMessage response, PendingCall? call)
    {
        switch (response.StatusCode)
        {
            case HttpStatusCode.OK or HttpStatusCode.InternalServerError or HttpStatusCode.BadRequest
                when call is not null && HasOurType(response):
                await ReadReplyAsync(response, call).ConfigureAwait(false);
                return;
            case HttpStatusCode.OK or HttpStatusCode.Accepted when call is null:
                return;
            case HttpStatusCode.NotFound:
                throw new EndpointNotFoundException($"No endpoint listens at '{via}'.");
            case HttpStatusCode.ServiceUnavailable:
                throw new ServerTooBusyException($"The server of '{via}' is too busy.");
            default:
                throw new ProtocolException(
                    $"'{via}' answered {(int)response.StatusCode} with '{response.Content.Headers.ContentType}'.");
        }
    }

    private bool HasOurType(HttpResponseMessage response) => string.Equals(
        response.Content.Headers.ContentType?.MediaType,
        PlainCodec.MediaType(_settings),
        StringComparison.OrdinalIgnoreCase);

    private async Task ReadReplyAsync(HttpResponseMessage response, PendingCall call)
    {
        var charset = response.Content.Headers.ContentType?.CharSet;
        if (!HttpContentType.TryEncoding(charset, out var encoding))
            throw new ProtocolException($"'{via}' answered in the unknown encoding '{charset}'.");
        var stream = await response.Content.ReadAsStreamAsync(Aborted).ConfigureAwait(false);
        var body = await PlainCodec.ReadAllAsync(stream, _settings.MessageBytesMax, Aborted).ConfigureAwait(false)
            ?? throw new MessageTooLargeException(_settings.MessageBytesMax + 1, _settings.MessageBytesMax);
        try
        {
            Complete(call, body, encoding, via);
        }
        finally
        {
            body.Release();
        }
    }
}
