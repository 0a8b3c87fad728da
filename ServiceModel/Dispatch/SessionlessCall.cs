using System.ServiceModel;
using System.Text;
using System.Threading.Tasks;
using System.Xml;
using SfPerf.ServiceModel.Client;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Dispatch;

/// <summary>
/// Represents one request that belongs to no session: over http, or in a stream of its own. Such calls are concurrent
/// whatever the mode, but for the lock of a Single instance.
/// </summary>
internal sealed class SessionlessCall(DispatchEngine engine) : IReplyTarget, IDisposable
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public string? SessionId => null;

    public IContextChannel? Channel => null;

    /// <summary>Gets the encoded reply; null for none.</summary>
    internal OutputBuffer? Answer { get; private set; }

    internal bool IsFault { get; private set; }

    internal string Action { get; private set; } = "";

    public bool IsOwn(ServiceChannel channel) => false;

    public void Reply(in OutgoingMessage message, bool mayWait)
    {
        var output = new OutputBuffer();
        try
        {
            PlainCodec.Write(output, message, engine.Settings);
        }
        catch
        {
            output.Release();
            throw;
        }

        Answer = output;
        IsFault = message.IsFault;
        Action = message.Action.Value;
        _done.TrySetResult();
    }

    public void NoReply() => _done.TrySetResult();

    public void EndSession()
    {
    }

    public void ExpectEnd()
    {
    }

    public void BreakSession()
    {
    }

    public void AbortSession()
    {
    }

    public void Dispose() => Answer?.Release();

    /// <summary>Reads the request and runs its operation; ends when there is an answer, or there will be none.
    /// </summary>
    /// <param name="request">Given back as soon as it is read.</param>
    /// <param name="encoding">That of text; null for UTF-8.</param>
    /// <param name="action">For a message that does not name its action itself.</param>
    /// <exception cref="XmlException">The request is no XML.</exception>
    /// <exception cref="ProtocolException">The request is no envelope of the binding's version.</exception>
    /// <exception cref="ServerTooBusyException">Too many calls wait already.</exception>
    internal async Task RunAsync(OutputBuffer request, Encoding? encoding, string? action)
    {
        if (Decode(request, encoding, action) is not { } call)
            return;
        if (engine.CallThrottle is { } throttle)
        {
            if (!throttle.TryEnter(engine.SessionlessCallsWaitingMax, out var entered))
                throw new ServerTooBusyException($"{engine.SessionlessCallsWaitingMax} calls wait already.");
            await entered.ConfigureAwait(false);
        }

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

        if (call.RunsApart)
            call.QueueRun();
        else
            call.Run();
        await _done.Task.ConfigureAwait(false);
    }

    // What a header cannot carry comes escaped; an action may contain a percent sign of its own, too.
    private string? FromHeader(string? action) =>
        action is null || engine.Find(action) is not null ? action : Uri.UnescapeDataString(action);

    private DispatchCall? Decode(OutputBuffer request, Encoding? encoding, string? action)
    {
        var readers = engine.Settings.Readers;
        var reader = readers.Take();
        try
        {
            var message = reader.Read(request.Segment, encoding);
            message.Action ??= FromHeader(action);
            var call = CallDecoder.Decode(engine, message, reader.Reader, this, out var fault);
            if (fault is not null)
                Reply(fault.AsReply(message.MessageId), mayWait: false);
            // A reader that threw is not used again.
            reader.LetGo();
            readers.Return(reader);
            return call;
        }
        finally
        {
            request.Release();
        }
    }
}
