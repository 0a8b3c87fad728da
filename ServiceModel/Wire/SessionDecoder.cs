using System.Collections.Generic;
using System.ServiceModel;
using System.Text;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Reads the messages of a session in binary XML with a dictionary that grows.</summary>
internal sealed class SessionDecoder(WireSettings settings) : EnvelopeDecoder
{
    private static readonly UTF8Encoding Utf8 = new(false, throwOnInvalidBytes: true);

    private readonly XmlBinaryReaderSession _session = new();
    private readonly List<string> _strings = [];
    private readonly EnvelopeRecords? _records = EnvelopeRecords.Of(settings.Version);
    private IncomingMessage? _message;
    private ArraySegment<byte> _input;
    private HeaderScanner? _scanner;
    private XmlDictionaryReader? _reader;
    private int _bytesLeft = settings.SessionBytesMax;

    internal override XmlDictionaryReader Reader => _reader!;

    /// <summary>Reads the table and the headers; <see cref="Reader"/> then stands on the body's first node.</summary>
    /// <param name="envelope">Headers may be overwritten.</param>
    /// <exception cref="XmlException">The session's state is lost: close the connection.</exception>
    /// <exception cref="ProtocolException">The session's state is lost: close the connection.</exception>
    internal override IncomingMessage Read(ArraySegment<byte> envelope)
    {
        var message = ReadTable(envelope);
        _message ??= new(Restart);
        try
        {
            if (_records is null || !TryScanHeaders(message))
            {
                SetInput(message);
                _message.ReadTo(_reader!, settings.Version);
            }
        }
        catch (Exception e) when (e is FormatException or InvalidOperationException or ArgumentException)
        {
            throw new XmlException(e.Message, e);
        }

        return _message;
    }

    internal override void LetGo()
    {
        if (!ByteArrays.IsLong(_input.Array))
            return;
        _reader!.Close();
        _input = default;
    }

    // The reader gets an envelope without headers, as the body's elements may use the envelope's prefixes. It fits in
    // before the body: the headers were longer.
    private bool TryScanHeaders(ArraySegment<byte> message)
    {
        _scanner ??= new(_records!, _strings);
        if (!_scanner.TryScan(message, _message!, out var bodyAt))
            return false;
        var start = bodyAt - _records!.BodyOnly.Length;
        _records.BodyOnly.CopyTo(message.AsSpan(start));
        SetInput(message[start..]);
        _reader!.Read();
        _reader.Read();
        _reader.Read();
        return true;
    }

    private int Restart()
    {
        SetInput(_input);
        return _input.Count;
    }

    private void SetInput(ArraySegment<byte> message)
    {
        _input = message;
        if (_reader is null)
        {
            _reader = XmlDictionaryReader.CreateBinaryReader(
                message.Array!, message.Offset, message.Count, Names.Dictionary, settings.Quotas, _session);
        }
        else
        {
            ((IXmlBinaryReaderInitializer)_reader).SetInput(
                message.Array!, message.Offset, message.Count, Names.Dictionary, settings.Quotas, _session, null);
        }
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
                var text = Utf8.GetString(table.Slice(size, length));
                _session.Add(_strings.Count, text);
                _strings.Add(text);
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
