using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Reads the messages of one direction of one session, in order, on the connection's read loop.</summary>
internal abstract class EnvelopeDecoder
{
    /// <summary>Gets the reader over the body of the message last read.</summary>
    internal abstract XmlDictionaryReader Reader { get; }

    internal static EnvelopeDecoder Of(WireSettings settings) =>
        settings.IsBinary ? new SessionDecoder(settings) : new TextDecoder(settings);

    /// <summary>Reads a message up to its body. What is returned is valid until the next is read.</summary>
    /// <exception cref="XmlException">The XML is malformed or exceeds a quota.</exception>
    internal abstract IncomingMessage Read(ArraySegment<byte> envelope);

    /// <summary>Lets go of the message last read, if it lies in a long array: until the next comes the array would be
    /// kept.</summary>
    internal abstract void LetGo();
}
