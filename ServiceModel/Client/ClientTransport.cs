using System.Threading.Tasks;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>Represents what a channel sends its requests through.</summary>
internal abstract class ClientTransport
{
    /// <summary>Gets the session's name; null for a transport without sessions.</summary>
    internal abstract string? SessionId { get; }

    /// <summary>Gets or sets what runs once when the transport fails while it is open. Its second argument says
    /// whether calls wait, which learn of the failure.</summary>
    internal Action<Exception, bool>? Failed { get; set; }

    /// <summary>Gets or sets what runs once when the service ends the session in order while nothing is awaited of it.
    /// </summary>
    internal Action? Ended { get; set; }

    /// <summary>Gets or sets the operation that was called and ends the session; null if none was.</summary>
    internal string? TerminatedBy { get; set; }

    internal abstract Task OpenAsync(Deadline deadline);

    /// <summary>Sends. With a call, the reply completes it; without, the message is one-way. An exception means
    /// that the call was not entered.</summary>
    internal abstract ValueTask SendAsync(
        OutgoingMessage message, PendingCall? call, bool mayWait, Deadline deadline);

    /// <summary>Forgets a call that timed out.</summary>
    internal abstract void Forget(PendingCall call);

    /// <summary>Fails the calls whose deadline has passed.</summary>
    /// <returns>The earliest deadline of the others; zero for none.</returns>
    internal abstract long FailExpired(long now, Func<PendingCall, Exception> reason);

    internal abstract Task CloseAsync(Deadline deadline);

    internal abstract void Abort();
}
