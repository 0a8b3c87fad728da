using System.ServiceModel.Channels;
using System.Xml;

namespace SfPerf.ServiceModel.Soap;

/// <summary>A message about to be written: a value, so that a call need not allocate one.</summary>
internal readonly struct OutgoingMessage
{
    internal required XmlDictionaryString Action { get; init; }

    internal required IBodyWriter Body { get; init; }

    internal object? Result { get; init; }

    internal object?[] Arguments { get; init; }

    internal MessageName MessageId { get; init; }

    internal MessageName RelatesTo { get; init; }

    internal string? To { get; init; }

    internal bool IsFault { get; init; }

    /// <summary>Gets further headers; those of WS-Addressing among them are not written. Null for none.</summary>
    internal MessageHeaders? Headers { get; init; }

    /// <summary>Writes the whole envelope; the order of headers is the one real clients send.</summary>
    internal void WriteTo(XmlDictionaryWriter writer, MessageVersion version, bool withHeaders = true)
    {
        var soap = version.Envelope.Namespace;
        writer.WriteStartElement("s", Names.Envelope, soap);
        if (version.HasAddressing)
        {
            var addressing = version.Addressing.Namespace;
            writer.WriteXmlnsAttribute("a", addressing);
            if (withHeaders)
            {
                writer.WriteStartElement("s", Names.Header, soap);
                WriteHeaders(writer, soap, addressing);
                WriteFurtherHeaders(writer, version);
                writer.WriteEndElement();
            }
        }
        else if (Headers is not null)
        {
            writer.WriteStartElement("s", Names.Header, soap);
            WriteFurtherHeaders(writer, version);
            writer.WriteEndElement();
        }

        writer.WriteStartElement("s", Names.Body, soap);
        Body.WriteBody(writer, version, Result, Arguments);
        writer.WriteEndElement();
        writer.WriteEndElement();
    }

    private void WriteFurtherHeaders(XmlDictionaryWriter writer, MessageVersion version)
    {
        if (Headers is null)
            return;
        foreach (var header in Headers.All)
        {
            if (!header.IsAddressing)
                header.WriteHeader(writer, version);
        }
    }

    private void WriteHeaders(XmlDictionaryWriter writer, XmlDictionaryString soap, XmlDictionaryString addressing)
    {
        writer.WriteStartElement("a", Names.Action, addressing);
        writer.WriteAttributeString("s", Names.MustUnderstand, soap, "1");
        writer.WriteString(Action);
        writer.WriteEndElement();
        if (MessageId.ToUniqueId() is { } id)
        {
            writer.WriteStartElement("a", Names.MessageId, addressing);
            writer.WriteValue(id);
            writer.WriteEndElement();
            writer.WriteStartElement("a", Names.ReplyTo, addressing);
            writer.WriteStartElement("a", Names.Address, addressing);
            writer.WriteString(Names.Anonymous);
            writer.WriteEndElement();
            writer.WriteEndElement();
        }

        if (RelatesTo.ToUniqueId() is { } relatesTo)
        {
            writer.WriteStartElement("a", Names.RelatesTo, addressing);
            writer.WriteValue(relatesTo);
            writer.WriteEndElement();
        }

        if (To is null)
            return;
        writer.WriteStartElement("a", Names.To, addressing);
        writer.WriteAttributeString("s", Names.MustUnderstand, soap, "1");
        writer.WriteString(To);
        writer.WriteEndElement();
    }
}
