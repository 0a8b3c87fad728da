using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Writes messages that stand alone, one after the other. After an exception it is of no more use.</summary>
internal sealed class PlainWriter(WireSettings settings)
{
    private XmlDictionaryWriter? _writer;

    internal void Write(OutputBuffer output, in OutgoingMessage message)
    {
        SetOutput(output);
        if (settings.WritesDeclaration)
            _writer!.WriteStartDocument();
        message.WriteTo(_writer!, settings.Version);
        _writer!.Flush();
    }

    private void SetOutput(OutputBuffer output)
    {
        if (_writer is IXmlBinaryWriterInitializer binary)
        {
            binary.SetOutput(output, Names.Dictionary, null, ownsStream: false);
        }
        else if (_writer is IXmlTextWriterInitializer text)
        {
            text.SetOutput(output, settings.TextEncoding, ownsStream: false);
        }
        else
        {
            _writer = settings.IsBinary
                ? XmlDictionaryWriter.CreateBinaryWriter(output, Names.Dictionary, null, ownsStream: false)
                : XmlDictionaryWriter.CreateTextWriter(output, settings.TextEncoding, ownsStream: false);
        }
    }
}
