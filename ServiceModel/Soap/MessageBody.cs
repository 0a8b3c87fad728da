using System.Collections.Generic;
using System.IO;
using System.ServiceModel.Channels;
using System.Xml;

namespace SfPerf.ServiceModel.Soap;

/// <summary>
/// Represents what stands inside the Body element of a <see cref="Message"/>. It can be read and written any number of
/// times; that a message is used once is the message's rule.
/// </summary>
internal abstract class MessageBody : IBodyWriter
{
    internal virtual bool IsEmpty => false;

    public void WriteBody(XmlDictionaryWriter writer, MessageVersion version, object? result, object?[] arguments) =>
        Write(writer, version);

    internal abstract void Write(XmlDictionaryWriter writer, MessageVersion version);

    /// <summary>Gets the body in a form that can be read and no longer changes.</summary>
    internal abstract BufferedBody Buffer(MessageVersion version);
}

/// <summary>A body that is written when it is needed.</summary>
internal sealed class WrittenBody(IBodyWriter writer, object? result, object?[] arguments) : MessageBody
{
    internal override bool IsEmpty => writer == EmptyWriter.Instance;

    internal override void Write(XmlDictionaryWriter target, MessageVersion version) =>
        writer.WriteBody(target, version, result, arguments);

    internal override BufferedBody Buffer(MessageVersion version)
    {
        var stream = new MemoryStream();
        using (var target = XmlDictionaryWriter.CreateBinaryWriter(stream, Names.Dictionary, null, ownsStream: false))
        {
            var soap = version.Envelope.Namespace;
            target.WriteStartElement("s", Names.Envelope, soap);
            target.WriteStartElement("s", Names.Body, soap);
            Write(target, version);
            target.WriteEndElement();
            target.WriteEndElement();
        }

        return new(stream.GetBuffer(), (int)stream.Length, version, XmlDictionaryReaderQuotas.Max);
    }
}

/// <summary>A body of an envelope in memory, in binary XML. The envelope is kept whole: the body may use its prefixes.
/// </summary>
internal sealed class BufferedBody : MessageBody
{
    private readonly byte[] _envelope;
    private readonly int _length;
    private readonly MessageVersion _version;
    private readonly XmlDictionaryReaderQuotas _quotas;

    internal BufferedBody(byte[] envelope, int length, MessageVersion version, XmlDictionaryReaderQuotas quotas)
    {
        _envelope = envelope;
        _length = length;
        _version = version;
        _quotas = quotas;
        using var reader = Read();
        IsEmpty = reader.NodeType != XmlNodeType.Element;
        IsFault = !IsEmpty && reader.IsStartElement(Names.Fault, version.Envelope.Namespace);
    }

    internal override bool IsEmpty { get; }

    internal bool IsFault { get; }

    internal int Length => _length;

    /// <summary>Copies a message that is being read, from its first byte; the reader is closed then.</summary>
    /// <exception cref="XmlException">The message is malformed, or its copy would take far more bytes than a message
    /// may have: names and texts of a session's dictionary stand in it in full.</exception>
    internal static BufferedBody Of(IncomingMessage message, XmlDictionaryReader reader, int bytesMax)
    {
        message.CheckWellFormed(reader);
        message.Restart();
        var quotas = new XmlDictionaryReaderQuotas();
        reader.Quotas.CopyTo(quotas);
        using var stream = new BoundedStream(4L * bytesMax);
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, Names.Dictionary, null, ownsStream: false))
        {
            reader.MoveToContent();
            writer.WriteNode(reader, defattr: false);
        }

        reader.Close();
        return new(stream.GetBuffer(), (int)stream.Length, message.Version, quotas);
    }

    /// <summary>Gets a reader on the first node inside Body; on its end if there is none.</summary>
    internal XmlDictionaryReader Read() => Read(out _);

    internal override BufferedBody Buffer(MessageVersion version) => this;

    internal override void Write(XmlDictionaryWriter writer, MessageVersion version)
    {
        using var reader = Read(out var prefixes);
        // A text may use a prefix, which no writer can see.
        foreach (var (prefix, space) in prefixes)
            writer.WriteXmlnsAttribute(prefix, space);
        while (reader.NodeType is not (XmlNodeType.EndElement or XmlNodeType.None))
            writer.WriteNode(reader, defattr: false);
    }

    private XmlDictionaryReader Read(out Dictionary<string, string> prefixes)
    {
        var soap = _version.Envelope.Namespace;
        prefixes = [];
        var reader = XmlDictionaryReader.CreateBinaryReader(_envelope, 0, _length, Names.Dictionary, _quotas);
        reader.MoveToContent();
        Collect(reader, prefixes);
        reader.ReadStartElement(Names.Envelope, soap);
        reader.MoveToContent();
        while (!reader.IsStartElement(Names.Body, soap))
        {
            reader.Skip();
            reader.MoveToContent();
        }

        Collect(reader, prefixes);
        if (reader.IsEmptyElement)
        {
            reader.Close();
            return reader;
        }

        reader.Read();
        reader.MoveToContent();
        return reader;
    }

    private static void Collect(
        XmlDictionaryReader reader, Dictionary<string, string> prefixes)
    {
        while (reader.MoveToNextAttribute())
        {
            // The stack declares these two itself.
            if (reader.Prefix == "xmlns" && reader.LocalName is not ("s" or "a"))
                prefixes[reader.LocalName] = reader.Value;
        }

        reader.MoveToElement();
    }

    private sealed class BoundedStream(long bytesMax) : MemoryStream
    {
        public override void Write(byte[] buffer, int offset, int count)
        {
            Check(count);
            base.Write(buffer, offset, count);
        }

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            Check(buffer.Length);
            base.Write(buffer);
        }

        public override void WriteByte(byte value)
        {
            Check(1);
            base.WriteByte(value);
        }

        private void Check(int count)
        {
            if (Length + count > bytesMax)
                throw new XmlException($"A copy of the message takes more than the quota of {bytesMax} bytes.");
        }
    }
}
