using System.ServiceModel.Channels;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Writes the messages of a session in binary XML with a dictionary that grows. The lock its caller holds
/// keeps the dictionary's numbers in the order of the wire.</summary>
internal sealed class SessionEncoder : EnvelopeEncoder
{
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

    protected override int UsualHeaderBytes => 4;

    protected override int PrefixBytes => VarInt.SizeOf(_session.AddedBytes) + _session.AddedBytes;

    protected override void Forget() => _writer = null;

    // The table of new strings goes before the XML, yet is known only after it.
    protected override void WritePrefix(Span<byte> target) =>
        _session.WriteAdded(target[VarInt.Write(target, _session.AddedBytes)..]);

    protected override void Write(OutputBuffer output, in OutgoingMessage message)
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
}
