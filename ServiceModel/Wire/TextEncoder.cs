using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Writes the messages of a session in text: each stands alone.</summary>
internal sealed class TextEncoder(WireSettings settings) : EnvelopeEncoder
{
    private PlainWriter? _writer;

    protected override int UsualHeaderBytes => 3;

    protected override void Write(OutputBuffer output, in OutgoingMessage message)
    {
        _writer ??= new(settings);
        _writer.Write(output, message);
    }

    protected override void Forget() => _writer = null;
}

/// <summary>Reads the messages of a session in text.</summary>
internal sealed class TextDecoder(WireSettings settings) : EnvelopeDecoder
{
    private readonly PlainReader _reader = new(settings);

    internal override XmlDictionaryReader Reader => _reader.Reader;

    internal override IncomingMessage Read(ArraySegment<byte> envelope) =>
        _reader.Read(envelope, settings.FramedEncoding);

    internal override void LetGo() => _reader.LetGo();
}
