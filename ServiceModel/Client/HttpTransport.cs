using System.Net;
using System.Net.Http;
using System.ServiceModel;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using System.Xml;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>Sends each request as a POST; the factory's connections are shared by its channels.</summary>
internal sealed class HttpTransport(HttpMessageInvoker client, Uri via, WireSettings settings)
    : ClientTransport, IDisposable
{
    private readonly PendingCalls _calls = new();
    private readonly CancellationTokenSource _abort = new();

    internal override string? SessionId => null;

    public void Dispose() => _abort.Dispose();

    internal override Task OpenAsync(Deadline deadline) => Task.CompletedTask;

    internal override ValueTask SendAsync(OutgoingMessage message, PendingCall? call, bool mayWait)
    {
        if (call is null)
            return new(PostAsync(Encode(message), message.Action.Value, null));
        var id = _calls.Add(call);
        OutputBuffer body;
        try
        {
            body = Encode(settings.Version.HasAddressing ? message with { MessageId = id } : message);
        }
        catch
        {
            _calls.Remove(call);
            throw;
        }

        _ = CallAsync(body, message.Action.Value, call);
        return default;
    }

    internal override void Forget(PendingCall call) => _calls.Remove(call);

    internal override long FailExpired(long now, Func<PendingCall, Exception> reason)
    {
        foreach (var call in _calls.Expired(now))
        {
            if (_calls.Remove(call))
                call.Fail(reason(call));
        }

        return _calls.EarliestDeadline();
    }

    internal override async Task CloseAsync(Deadline deadline)
    {
        await deadline.WaitAsync(_calls.WhenEmpty(), "The calls of the channel", Abort).ConfigureAwait(false);
        _abort.Dispose();
    }

    internal override void Abort()
    {
        _calls.Close(new CommunicationObjectAbortedException("The channel was aborted."));
        _abort.Cancel();
    }

    private OutputBuffer Encode(in OutgoingMessage message)
    {
        var output = new OutputBuffer();
        try
        {
            PlainCodec.Write(output, message, settings);
            return output;
        }
        catch
        {
            output.Release();
            throw;
        }
    }

    private async Task CallAsync(OutputBuffer body, string action, PendingCall call)
    {
        try
        {
            await PostAsync(body, action, call).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            if (_calls.Remove(call))
                call.Fail(e is OperationCanceledException ? new CommunicationObjectAbortedException(e.Message, e) : e);
        }
    }

    private async Task PostAsync(OutputBuffer body, string action, PendingCall? call)
    {
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, via);
            request.Content = new ReadOnlyMemoryContent(body.Written);
            request.Content.Headers.TryAddWithoutValidation("Content-Type", PlainCodec.ContentType(settings, action));
            if (settings.Version.Envelope == EnvelopeVersion.Soap11)
                request.Headers.TryAddWithoutValidation("SOAPAction", $"\"{action}\"");
            using var response = await client.SendAsync(request, _abort.Token).ConfigureAwait(false);
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
        finally
        {
            body.Release();
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
        PlainCodec.MediaType(settings),
        StringComparison.OrdinalIgnoreCase);

    private async Task ReadReplyAsync(HttpResponseMessage response, PendingCall call)
    {
        var charset = response.Content.Headers.ContentType?.CharSet?.Trim('"');
        var encoding = string.Equals(charset, "utf-16", StringComparison.OrdinalIgnoreCase) ? Encoding.Unicode : null;
        var stream = await response.Content.ReadAsStreamAsync(_abort.Token).ConfigureAwait(false);
        var body = await PlainCodec.ReadAllAsync(stream, settings.MessageBytesMax, _abort.Token).ConfigureAwait(false)
            ?? throw new MessageTooLargeException(settings.MessageBytesMax + 1, settings.MessageBytesMax);
        try
        {
            var (message, reader) = PlainCodec.Read(new(body.Bytes, 0, body.Count), settings, encoding);
            if (_calls.Remove(call))
                call.Complete(message, reader);
        }
        catch (XmlException e)
        {
            throw new CommunicationException($"'{via}' sent a malformed message: {e.Message}", e);
        }
        finally
        {
            body.Release();
        }
    }
}
