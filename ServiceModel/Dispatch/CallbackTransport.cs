using System.Threading.Tasks;
using SfPerf.ServiceModel.Client;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Dispatch;

/// <summary>Sends a service's calls to its client over the client's own session.</summary>
internal sealed class CallbackTransport(DuplexSession session, IReplyTarget target) : ClientTransport
{
    internal override string? SessionId => target.SessionId;

    internal override Task OpenAsync(Deadline deadline) => Task.CompletedTask;

    internal override async ValueTask SendAsync(
        OutgoingMessage message, PendingCall? call, bool mayWait, Deadline deadline)
    {
        // Until it is sent, the call is not among those that a timer ends.
        var room = session.WaitForRoomAsync();
        if (!room.IsCompletedSuccessfully)
        {
            await deadline.WaitAsync(room.AsTask(), "The wait for room among the unsent requests")
                .ConfigureAwait(false);
        }
        if (call is null)
        {
            session.Send(message, mayWait: false);
            return;
        }

        var id = session.Calls.Add(call, message.MessageId);
        try
        {
            session.Send(message with { MessageId = id }, mayWait: false);
        }
        catch
        {
            session.Calls.Remove(call);
            throw;
        }
    }

    internal override void Forget(PendingCall call) => session.Calls.Remove(call);

    internal override long FailExpired(long now, Func<PendingCall, Exception> reason) =>
        session.Calls.FailExpired(now, reason);

    // Ends the session when what runs has been answered: the operation that closes the channel may be among it.
    internal override async Task CloseAsync(Deadline deadline)
    {
        await deadline.WaitAsync(session.Calls.WhenEmpty(), "The calls of the channel", Abort).ConfigureAwait(false);
        target.EndSession();
    }

    internal override void Abort() => target.AbortSession();
}
