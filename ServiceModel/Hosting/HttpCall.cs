using System.Net.Http.Headers;
using System.ServiceModel;
using System.Text;
using System.Threading.Tasks;
using System.Xml;
using Microsoft.AspNetCore.Http;
using SfPerf.ServiceModel.Dispatch;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>One request over http. There is no session: calls are concurrent whatever the mode, but for the lock of
/// a Single instance.</summary>
internal sealed class HttpCall(DispatchEngine engine, HttpContext context) : IReplyTarget
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private OutputBuffer? _reply;
    private bool _isFault;
    private string _action = "";

    public string? SessionId => null;

    public IContextChannel? CallbackChannel => null;

    private WireSettings Settings => engine.Settings;

    public object CallbackProxy(Type contract) => throw new InvalidOperationException("http has no callbacks.");

    public void Reply(in OutgoingMessage message, bool mayWait)
    {
        var output = new OutputBuffer();
        try
        {
            PlainCodec.Write(output, message, Settings);
        }
        catch
        {
            output.Release();
            throw;
        }

        _reply = output;
        _isFault = message.IsFault;
        _action = message.Action.Value;
        _done.TrySetResult();
    }

    public void NoReply() => _done.TrySetResult();

    public void EndSession()
    {
    }

    internal async Task ServeAsync()
    {
        var request = context.Request;
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

        if (Decode(body, encoding, type) is { } call)
            await RunAsync(call).ConfigureAwait(false);
        await AnswerAsync().ConfigureAwait(false);
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

    private DispatchCall? Decode(OutputBuffer body, Encoding? encoding, MediaTypeHeaderValue type)
    {
        try
        {
            var (message, reader) = PlainCodec.Read(new(body.Bytes, 0, body.Count), Settings, encoding);
            message.Action ??= ActionOf(type);
            var call = CallDecoder.Decode(engine, message, reader, this, out var fault);
            if (fault is not null)
                Reply(fault.AsReply(message.MessageId), mayWait: false);
            return call;
        }
        catch (Exception e) when (e is XmlException or ProtocolException)
        {
            context.Response.StatusCode = StatusCodes.Status400BadRequest;
            return null;
        }
        finally
        {
            body.Release();
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

    private async Task RunAsync(DispatchCall call)
    {
        if (engine.CallThrottle is { } throttle)
            await throttle.EnterAsync().ConfigureAwait(false);
        try
        {
            call.OwnsInstance = engine.InstanceContextMode != InstanceContextMode.Single;
            call.Instance = call.OwnsInstance ? engine.NewInstance() : engine.SingleInstance!;
        }
        catch (Exception e)
        {
            // The service's constructor threw.
            call.FailBeforeRun(e);
            return;
        }

        if (!call.OwnsInstance && engine.ConcurrencyMode != ConcurrencyMode.Multiple)
        {
            await call.Instance.Gate.EnterAsync().ConfigureAwait(false);
            call.HoldsGate = true;
        }

        if (call.Operation.HoldsThread)
            OperationThreads.Queue(call.Run);
        else
            call.Run();
        await _done.Task.ConfigureAwait(false);
    }

    private async Task AnswerAsync()
    {
        var response = context.Response;
        if (_reply is null)
        {
            if (response.StatusCode == StatusCodes.Status200OK)
                response.StatusCode = StatusCodes.Status202Accepted;
            return;
        }

        try
        {
            response.StatusCode = _isFault ? StatusCodes.Status500InternalServerError : StatusCodes.Status200OK;
            response.ContentType = PlainCodec.ContentType(Settings, _action);
            response.ContentLength = _reply.Count;
            await response.Body.WriteAsync(_reply.Written).ConfigureAwait(false);
        }
        finally
        {
            _reply.Release();
        }
    }
}
