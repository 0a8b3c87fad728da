using System.ServiceModel.Channels;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Writes the messages of one direction of one session. The caller holds the connection's output lock,
/// since the dictionary's numbers follow the order on the wire.</summary>
internal sealed class SessionEncoder
{
    private const int UsualHeaderBytes = 4;

    private readonly SessionDictionaryWriter _session;
    private readonly MessageVersion _version;
    private readonly EnvelopeRecords? _records;
    private readonly HeaderWriter? _headers;
    private XmlDictionaryWriter? _writer;

    internal SessionEncoder(WireSettings settings)
    {
        _version = settings.Version;
        _session = new(settings.SessionBytesMax);
        _records = EnvelopeRecords.Of(_version);
        if (_records is not null)
            _headers = new(_records, _session);
    }

    /// <summary>Appends one sized envelope. If the body's writer throws, nothing of the message remains.</summary>
    internal void Append(OutputBuffer output, in OutgoingMessage message)
    {
        var start = output.Count;
        output.Take(UsualHeaderBytes);
        try
        {
            Write(output, message);
        }
        catch
        {
            output.Truncate(start);
            _writer = null;
            throw;
        }

        Frame(output, start);
    }

    private void Write(OutputBuffer output, in OutgoingMessage message)
    {
        if (_writer is null)
            _writer = XmlDictionaryWriter.CreateBinaryWriter(output, Names.Dictionary, _session, ownsStream: false);
        else
            ((IXmlBinaryWriterInitializer)_writer).SetOutput(output, Names.Dictionary, _session, ownsStream: false);
        var withHeaders = _headers is null || !_headers.TryWrite(output, message);
        var body = output.Count;
        message.WriteTo(_writer, _version, withHeaders);
        _writer.Flush();
        // The writer has started an envelope of its own, so as to know the prefixes and the depth.
        if (!withHeaders)
            output.MoveTail(body + _records!.BodyOnly.Length, body);
    }

    // The table of new strings goes before the XML, yet is known only after it.
    private void Frame(OutputBuffer output, int start)
    {
        var body = start + UsualHeaderBytes;
        var bodyBytes = output.Count - body;
        var tableBytes = _session.AddedBytes;
        var size = VarInt.SizeOf(tableBytes) + tableBytes + bodyBytes;
        var header = 1 + VarInt.SizeOf(size) + VarInt.SizeOf(tableBytes) + tableBytes;
        if (header != UsualHeaderBytes)
            output.MoveTail(body, start + header);
        var target = output.Bytes.AsSpan(start, header);
        target[0] = (byte)RecordKind.SizedEnvelope;
        var at = 1 + VarInt.Write(target[1..], size);
        at += VarInt.Write(target[at..], tableBytes);
        _session.WriteAdded(target[at..]);
    }
}
