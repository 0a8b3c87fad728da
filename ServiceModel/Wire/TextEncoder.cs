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
