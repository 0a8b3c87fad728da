using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Reads the messages of a session in text.</summary>
internal sealed class TextDecoder(WireSettings settings) : EnvelopeDecoder
{
    private readonly PlainReader _reader = new(settings);

    internal override XmlDictionaryReader Reader => _reader.Reader;

    internal override IncomingMessage Read(ArraySegment<byte> envelope) =>
        _reader.Read(envelope, settings.FramedEncoding);
}
