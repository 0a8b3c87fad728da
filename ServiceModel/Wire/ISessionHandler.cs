using System.Threading.Tasks;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Takes the requests a session receives.</summary>
internal interface ISessionHandler
{
    /// <summary>Gets whether a message without RelatesTo may be a request.</summary>
    bool TakesRequests { get; }

    /// <summary>Takes one request on the read loop. The body is read before the first await; the loop reads on when
    /// the task ends, so a session's pump is as concurrent as the handler lets it be. Where further input is at hand
    /// (<c>hasMore</c>), replies may be sent together.</summary>
    ValueTask OnRequestAsync(DuplexSession session, IncomingMessage message, XmlDictionaryReader body, bool hasMore);

    /// <summary>Runs on this thread the calls that were taken and held back. They may block: the loop has been let go.
    /// </summary>
    void RunReady();

    /// <summary>Has the calls held back run on another thread, as the loop goes on on this one.</summary>
    void PassReady();
}
