using System.ServiceModel;
using System.ServiceModel.Description;
using System.Xml;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>A request whose reply is awaited. Completed once; who completes it first wins.</summary>
internal abstract class PendingCall(OperationDescription operation, object?[] arguments)
{
    internal OperationDescription Operation { get; } = operation;

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
            if (message.IsFault)
                Fail(FaultMapper.ToException(FaultReader.Read(reader), message.Action, Operation));
            else
                Succeed(Operation.Formatter.ReadReply(reader, message.IsBodyEmpty, Arguments));
        }
        catch (XmlException e)
        {
            Fail(new CommunicationException($"The reply of {Operation.Name} is malformed: {e.Message}", Unwrap(e)));
            throw;
        }
        catch (Exception e)
        {
            // A data contract's own setters and callbacks throw what they like; the session goes on.
            Fail(new CommunicationException($"The reply of {Operation.Name} cannot be read: {e.Message}", Unwrap(e)));
        }
    }

    internal abstract void Succeed(object? result);

    internal abstract void Fail(Exception error);

    // The base library reports an exceeded reader quota as a plain XmlException.
    private static Exception Unwrap(Exception e)
    {
        var xml = e as XmlException ?? e.InnerException as XmlException;
        return xml is not null && xml.Message.Contains("quota", StringComparison.Ordinal)
            ? new QuotaExceededException(xml.Message, e) : e;
    }
}
