using System.Net.Http.Headers;
using System.ServiceModel;
using System.Text;
using System.Threading.Tasks;
using System.Xml;
using Microsoft.AspNetCore.Http;
using SfPerf.ServiceModel.Dispatch;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>One request over http.</summary>
internal sealed class HttpCall(DispatchEngine engine, HttpContext context)
{
    private WireSettings Settings => engine.Settings;

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

        if (!MediaTypeHeaderValue.TryParse(request.ContentType, out var type)
            || !string.Equals(type.MediaType, PlainCodec.MediaType(Settings), StringComparison.OrdinalIgnoreCase)
            || !TryEncoding(type.CharSet, out var encoding))
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

        using var call = new LoneCall(engine);
        try
        {
            await call.RunAsync(body, encoding, ActionOf(type)).ConfigureAwait(false);
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

    private static bool TryEncoding(string? charset, out Encoding? encoding)
    {
        encoding = null;
        switch (charset?.Trim('"').ToUpperInvariant())
        {
            case null or "UTF-8":
                return true;
            case "UTF-16" or "UTF-16LE":
                encoding = Encoding.Unicode;
                return true;
            case "UTF-16BE":
                encoding = Encoding.BigEndianUnicode;
                return true;
            default:
                return false;
        }
    }

    private string? ActionOf(MediaTypeHeaderValue type)
    {
        if (Settings.Version.Envelope == EnvelopeVersion.Soap11)
            return context.Request.Headers["SOAPAction"].ToString().Trim('"');
        foreach (var parameter in type.Parameters)
        {
            if (string.Equals(parameter.Name, "action", StringComparison.OrdinalIgnoreCase))
                return parameter.Value?.Trim('"');
        }

        return null;
    }

    private async Task AnswerAsync(LoneCall call)
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
        await response.Body.WriteAsync(answer.Written).ConfigureAwait(false);
    }
}
