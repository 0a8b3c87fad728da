using System.ServiceModel.Description;
using System.Xml;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Makes a call's result of its reply. One object serves all ordinary calls of an operation.</summary>
internal class ReplyReader(OperationDescription operation)
{
    internal OperationDescription Operation { get; } = operation;

    /// <summary>Reads the reply and completes the call.</summary>
    /// <exception cref="XmlException">The message is malformed.</exception>
    internal virtual void Complete(PendingCall call, IncomingMessage message, XmlDictionaryReader reader)
    {
        if (message.IsFault)
            call.Fail(FaultMapper.ToException(FaultReader.Read(reader), message.Action, Operation));
        else
            call.Succeed(Operation.Formatter.ReadReply(reader, message.IsBodyEmpty, call.Arguments));
    }
}
