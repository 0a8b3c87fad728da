using System.Text;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Reads messages that stand alone, one after the other. Its owner gives it back to the settings it came
/// from when a body is read, without a long message.</summary>
internal sealed class PlainReader(WireSettings settings)
{
    private IncomingMessage? _message;
    private ArraySegment<byte> _input;
    private Encoding? _encoding;
    private XmlDictionaryReader? _reader;

    internal XmlDictionaryReader Reader => _reader!;

    /// <summary>Reads the headers; <see cref="Reader"/> then stands on the body's first node.</summary>
    /// <exception cref="XmlException">The bytes are no XML.</exception>
    /// <exception cref="System.ServiceModel.ProtocolException">The XML is no envelope of the binding's version.
    /// </exception>
    internal IncomingMessage Read(ArraySegment<byte> bytes, Encoding? encoding)
    {
        _message ??= new(Restart);
        SetInput(bytes, encoding);
        try
        {
            _message.ReadTo(_reader!, settings.Version);
        }
        catch (Exception e) when (e is FormatException or InvalidOperationException or ArgumentException)
        {
            throw new XmlException(e.Message, e);
        }

        return _message;
    }

    /// <summary>Lets go of the message last read, if it lies in a long array: until the next comes the array would be
    /// kept.</summary>
    internal void LetGo()
    {
        if (!ByteArrays.IsLong(_input.Array))
            return;
        _reader!.Close();
        _input = default;
    }

    private int Restart()
    {
        SetInput(_input, _encoding);
        return _input.Count;
    }

    private void SetInput(ArraySegment<byte> bytes, Encoding? encoding)
    {
        (_input, _encoding) = (bytes, encoding);
        if (_reader is IXmlBinaryReaderInitializer binary)
        {
            binary.SetInput(bytes.Array!, bytes.Offset, bytes.Count, Names.Dictionary, settings.Quotas, null, null);
        }
        else if (_reader is IXmlTextReaderInitializer text)
        {
            text.SetInput(bytes.Array!, bytes.Offset, bytes.Count, encoding, settings.Quotas, null);
        }
        else
        {
            _reader = settings.IsBinary
                ? XmlDictionaryReader.CreateBinaryReader(
                    bytes.Array!, bytes.Offset, bytes.Count, Names.Dictionary, settings.Quotas)
                : XmlDictionaryReader.CreateTextReader(
                    bytes.Array!, bytes.Offset, bytes.Count, encoding, settings.Quotas, null);
        }
    }
}
