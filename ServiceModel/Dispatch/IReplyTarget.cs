using System.ServiceModel;
using SfPerf.ServiceModel.Client;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Dispatch;

/// <summary>Represents the place where a call came from and its reply goes to.</summary>
internal interface IReplyTarget
{
    string? SessionId { get; }

    /// <summary>Gets the channel to the caller; null where there is no session.</summary>
    IContextChannel? Channel { get; }

    /// <summary>Tells whether a channel is the one the call came by.</summary>
    bool IsOwn(ServiceChannel channel);

    /// <summary>Sends a reply. A failure of the connection is not the operation's: it is swallowed here, and the
    /// session's reader sees it too.</summary>
    /// <exception cref="Exception">The body could not be written; nothing was sent.</exception>
    void Reply(in OutgoingMessage message, bool mayWait);

    /// <summary>Ends a call without an answer: one-way, or failed beyond repair.</summary>
    void NoReply();

    /// <summary>Ends the session once the replies so far are out.</summary>
    void EndSession();

    /// <summary>Waits for the caller to end the session, which it may no longer use, for the close timeout.</summary>
    void ExpectEnd();

    /// <summary>Breaks the session off, without an end in order, once the replies so far are out.</summary>
    void BreakSession();

    /// <summary>Cuts the session: its client is owed no explanation, or cannot be given one.</summary>
    void AbortSession();
}
