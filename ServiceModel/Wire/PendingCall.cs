using System.ServiceModel;
using System.ServiceModel.Description;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>A request whose reply is awaited. Completed once; who completes it first wins.</summary>
internal abstract class PendingCall(ReplyReader reply, object?[] arguments)
{
    internal OperationDescription Operation => reply.Operation;

    internal object?[] Arguments { get; } = arguments;

    /// <summary>Gets or sets the timestamp after which the call fails; zero for never.</summary>
    internal long DeadlineTimestamp { get; set; }

    internal Guid Id { get; set; }

    /// <summary>Reads the reply on the read loop and completes the caller.</summary>
    /// <exception cref="XmlException">The message is malformed: the session is lost. The caller was told.</exception>
    internal void Complete(IncomingMessage message, XmlDictionaryReader reader)
    {
        try
        {
            reply.Complete(this, message, reader);
        }
        catch (XmlException e) when (!ReaderQuota.WasExceeded(e))
        {
            Fail(new CommunicationException($"The reply of {Operation.Name} is malformed: {e.Message}", e));
            throw;
        }
        catch (Exception e)
        {
            // A data contract's own setters and callbacks throw what they like; the session goes on.
            Fail(Unreadable(e));
            if (ReaderQuota.WasExceeded(e))
                reader.Close();
        }
    }

    internal abstract void Succeed(object? result);

    internal abstract void Fail(Exception error);

    /// <summary>Makes what a caller gets whose reply cannot be read.</summary>
    internal CommunicationException Unreadable(Exception e) => new(
        $"The reply of {Operation.Name} cannot be read: {e.Message}",
        ReaderQuota.Find(e) is { } quota ? new QuotaExceededException(quota.Message, e) : e);
}
