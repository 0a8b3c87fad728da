using System.ServiceModel;
using System.Threading.Tasks;
using System.Xml;
using Microsoft.AspNetCore.Http;
using SfPerf.ServiceModel.Dispatch;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>Represents one request over http.</summary>
internal sealed class HttpCall(EndpointListener endpoint, HttpContext context)
{
    private WireSettings Settings => endpoint.Settings;

    internal async Task ServeAsync()
    {
        var request = context.Request;
        if (!Settings.KeepsConnections)
            context.Response.Headers.Connection = "close";
        if (!HttpMethods.IsPost(request.Method))
        {
            context.Response.StatusCode = StatusCodes.Status405MethodNotAllowed;
            return;
        }

        if (endpoint.TypeOf(request.ContentType) is not { } type)
        {
            context.Response.StatusCode = StatusCodes.Status415UnsupportedMediaType;
            return;
        }

        var body = request.ContentLength > Settings.MessageBytesMax
            ? null
            : await PlainCodec.ReadAllAsync(request.Body, Settings.MessageBytesMax, context.RequestAborted)
                .ConfigureAwait(false);
        if (body is null)
        {
            context.Response.StatusCode = StatusCodes.Status413PayloadTooLarge;
            return;
        }

        using var call = new SessionlessCall(endpoint.Engine!);
        try
        {
            var action = Settings.Version.Envelope == EnvelopeVersion.Soap11
                ? request.Headers["SOAPAction"].ToString().Trim('"') : type.Action;
            await call.RunAsync(body, type.Encoding, action).ConfigureAwait(false);
        }
        catch (Exception e) when (e is XmlException or ProtocolException)
        {
            context.Response.StatusCode = StatusCodes.Status400BadRequest;
            return;
        }
        catch (ServerTooBusyException)
        {
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            return;
        }

        await AnswerAsync(call).ConfigureAwait(false);
    }

    private async Task AnswerAsync(SessionlessCall call)
    {
        var response = context.Response;
        if (call.Answer is not { } answer)
        {
            response.StatusCode = StatusCodes.Status202Accepted;
            return;
        }

        response.StatusCode = call.IsFault ? StatusCodes.Status500InternalServerError : StatusCodes.Status200OK;
        response.ContentType = PlainCodec.ContentType(Settings, call.Action);
        response.ContentLength = answer.Count;
        await PlainCodec.SendAsync(response.Body, answer, default).ConfigureAwait(false);
    }
}
