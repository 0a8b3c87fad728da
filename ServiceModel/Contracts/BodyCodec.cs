using System.Runtime.Serialization;
using System.ServiceModel.Channels;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>Writes and reads what stands in the body of an operation's request or reply.</summary>
internal abstract class BodyCodec : IBodyWriter
{
    /// <summary>Gets whether a message is made an object on its way, because its headers belong to it.</summary>
    internal virtual bool NeedsMessage => false;

    public abstract void WriteBody(
        XmlDictionaryWriter writer, MessageVersion version, object? result, object?[] arguments);

    /// <summary>Reads the arguments; returns the result, if the body has one.</summary>
    /// <exception cref="SerializationException">The body is not the operation's.</exception>
    internal abstract object? Read(XmlDictionaryReader reader, bool isBodyEmpty, object?[] arguments);

    /// <summary>Makes what is sent; needed only where a message is made an object.</summary>
    internal virtual OutgoingMessage Fill(OutgoingMessage draft, MessageVersion version) => draft;

    /// <summary>Reads from a message.</summary>
    /// <exception cref="SerializationException">The body is not the operation's.</exception>
    internal virtual object? Read(Message message, object?[] arguments)
    {
        using var reader = message.OpenBody();
        return Read(reader, message.IsEmpty, arguments);
    }
}
