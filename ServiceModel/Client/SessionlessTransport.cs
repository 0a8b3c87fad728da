using System.ServiceModel;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using System.Xml;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>A transport without sessions: each request is an exchange of its own.</summary>
internal abstract class SessionlessTransport(WireSettings settings) : ClientTransport, IDisposable
{
    private readonly PendingCalls _calls = new();
    private readonly CancellationTokenSource _abort = new();

    internal override string? SessionId => null;

    /// <summary>Gets what is cancelled when the channel is aborted.</summary>
    protected CancellationToken Aborted => _abort.Token;

    public void Dispose() => _abort.Dispose();

    internal override Task OpenAsync(Deadline deadline) => Task.CompletedTask;

    internal override ValueTask SendAsync(
        OutgoingMessage message, PendingCall? call, bool mayWait, Deadline deadline)
    {
        if (call is null)
        {
            return new(deadline.WaitAsync(
                SendOneWayAsync(Encode(message), message.Action.Value), "Sending a one-way message"));
        }
        var id = _calls.Add(call, message.MessageId);
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

    internal override long FailExpired(long now, Func<PendingCall, Exception> reason) =>
        _calls.FailExpired(now, reason);

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

    /// <summary>Sends a message and, if there is a call, hands its reply to <see cref="Complete"/>.</summary>
    protected abstract Task ExchangeAsync(OutputBuffer message, string action, PendingCall? call);

    /// <summary>Reads a reply, unless nobody waits for it any more.</summary>
    /// <exception cref="CommunicationException">The reply is malformed.</exception>
    protected void Complete(PendingCall call, OutputBuffer reply, Encoding? encoding, Uri via)
    {
        var reader = settings.Readers.Take();
        try
        {
            var message = reader.Read(reply.Segment, encoding);
            if (_calls.Remove(call))
                call.Complete(message, reader.Reader);
            // A reader that threw is not used again.
            reader.LetGo();
            settings.Readers.Return(reader);
        }
        catch (XmlException e)
        {
            throw new CommunicationException($"'{via}' sent a malformed message: {e.Message}", e);
        }
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

    private async Task SendOneWayAsync(OutputBuffer message, string action)
    {
        try
        {
            await ExchangeAsync(message, action, null).ConfigureAwait(false);
        }
        finally
        {
            message.Release();
        }
    }

    private async Task CallAsync(OutputBuffer message, string action, PendingCall call)
    {
        try
        {
            await ExchangeAsync(message, action, call).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            if (_calls.Remove(call))
                call.Fail(e is OperationCanceledException ? new CommunicationObjectAbortedException(e.Message, e) : e);
        }
        finally
        {
            message.Release();
        }
    }
}
