using System.ServiceModel;
using System.Text;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Reads the messages of one direction of one session, in order, on the connection's read loop.</summary>
internal sealed class SessionDecoder(WireSettings settings)
{
    private static readonly UTF8Encoding Utf8 = new(false, throwOnInvalidBytes: true);

    private readonly XmlBinaryReaderSession _session = new();
    private readonly IncomingMessage _message = new();
    private XmlDictionaryReader? _reader;
    private int _nextId;
    private int _bytesLeft = settings.SessionBytesMax;

    internal XmlDictionaryReader Reader => _reader!;

    /// <summary>Reads the table and the headers; <see cref="Reader"/> then stands on the body's first node.</summary>
    /// <exception cref="XmlException">The session's state is lost: close the connection.</exception>
    /// <exception cref="ProtocolException">The session's state is lost: close the connection.</exception>
    internal IncomingMessage Read(ArraySegment<byte> envelope)
    {
        var body = ReadTable(envelope);
        if (_reader is null)
        {
            _reader = XmlDictionaryReader.CreateBinaryReader(
                body.Array!, body.Offset, body.Count, Names.Dictionary, settings.Quotas, _session);
        }
        else
        {
            ((IXmlBinaryReaderInitializer)_reader).SetInput(
                body.Array!, body.Offset, body.Count, Names.Dictionary, settings.Quotas, _session, null);
        }

        try
        {
            _message.ReadTo(_reader, settings.Version);
        }
        catch (Exception e) when (e is FormatException or InvalidOperationException or ArgumentException)
        {
            throw new XmlException(e.Message, e);
        }

        return _message;
    }

    private ArraySegment<byte> ReadTable(ArraySegment<byte> envelope)
    {
        if (!VarInt.TryRead(envelope, out var tableBytes, out var used) || tableBytes > envelope.Count - used)
            throw new ProtocolException("The table of new strings is longer than its message.");
        var table = envelope.Slice(used, tableBytes);
        if (tableBytes > _bytesLeft)
            throw new ProtocolException($"The session's strings take more than {settings.SessionBytesMax} bytes.");
        _bytesLeft -= tableBytes;
        while (table.Count > 0)
        {
            if (!VarInt.TryRead(table, out var length, out var size) || length > table.Count - size)
                throw new ProtocolException("A string is longer than its table.");
            try
            {
                _session.Add(_nextId++, Utf8.GetString(table.Slice(size, length)));
            }
            catch (DecoderFallbackException e)
            {
                throw new ProtocolException("A string of the session's table is no UTF-8.", e);
            }

            table = table[(size + length)..];
        }

        return envelope[(used + tableBytes)..];
    }
}
