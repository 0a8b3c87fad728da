using System.Collections.Generic;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Xml;

namespace SfPerf.ServiceModel.Soap;

/// <summary>Represents what was read before a message's body. One per connection, refilled for every message.</summary>
/// <param name="restart">Sets the reader before the message's first node again, in the state of a new reader, and
/// returns the number of the message's bytes.</param>
internal sealed class IncomingMessage(Func<int> restart)
{
    private const int HeadersMax = 128;

    internal string? Action { get; set; }

    internal MessageName MessageId { get; private set; }

    internal MessageName RelatesTo { get; private set; }

    internal string? To { get; private set; }

    internal bool IsFault { get; private set; }

    internal bool IsBodyEmpty { get; private set; }

    internal List<HeaderElement>? Others { get; private set; }

    internal MessageVersion Version { get; private set; } = MessageVersion.Default;

    /// <summary>Reads to the first node inside Body.</summary>
    /// <exception cref="XmlException">The bytes are no XML.</exception>
    /// <exception cref="ProtocolException">The XML is no envelope of this version.</exception>
    internal void ReadTo(XmlDictionaryReader reader, MessageVersion version)
    {
        Version = version;
        Set(null, default, default, null);
        var soap = version.Envelope.Namespace;
        reader.MoveToContent();
        if (!reader.IsStartElement(Names.Envelope, soap) || reader.IsEmptyElement)
            throw new ProtocolException($"The message is no envelope of {version.Envelope}.");
        reader.Read();
        if (reader.IsStartElement(Names.Header, soap))
            ReadHeaders(reader, version);
        if (!reader.IsStartElement(Names.Body, soap))
            throw new ProtocolException("The envelope has no body.");
        IsBodyEmpty = reader.IsEmptyElement;
        reader.Read();
        IsFault = !IsBodyEmpty && reader.IsStartElement(Names.Fault, soap);
    }

    /// <summary>Reads the whole message once more, from its first byte: a reader that has thrown is in no defined
    /// state, and the base library's binary reader may then read on without end. Afterwards the reader is closed and
    /// reads nothing until it is given the next message.</summary>
    /// <exception cref="XmlException">The message is malformed.</exception>
    internal void CheckWellFormed(XmlDictionaryReader reader)
    {
        try
        {
            // An item of an array is three nodes and takes a byte at least; no other node comes from less than a byte,
            // but for the ends of elements that share their record with a text.
            var nodesMax = 4L * restart();
            for (var nodes = 0L; reader.Read(); nodes++)
            {
                if (nodes > nodesMax)
                    throw new XmlException("The message has more nodes than its bytes can hold.");
            }
        }
        catch (Exception e) when (e is not XmlException)
        {
            throw new XmlException(e.Message, e);
        }
        finally
        {
            reader.Close();
        }
    }

    /// <summary>Sets the reader before the message's first node again.</summary>
    internal void Restart() => restart();

    /// <summary>Takes headers that were read already; the body is neither a fault nor empty.</summary>
    internal void Set(string? action, MessageName messageId, MessageName relatesTo, string? to)
    {
        Action = action;
        MessageId = messageId;
        RelatesTo = relatesTo;
        To = to;
        Others = null;
        IsFault = false;
        IsBodyEmpty = false;
    }

    private void ReadHeaders(XmlDictionaryReader reader, MessageVersion version)
    {
        if (reader.IsEmptyElement)
        {
            reader.Read();
            return;
        }

        reader.Read();
        var addressing = version.Addressing.Namespace;
        while (reader.IsStartElement())
        {
            if (!version.HasAddressing)
                ReadOther(reader, version);
            else if (reader.IsStartElement(Names.Action, addressing))
                Action = ReadText(reader);
            else if (reader.IsStartElement(Names.MessageId, addressing))
                MessageId = new(reader.ReadElementContentAsUniqueId());
            else if (reader.IsStartElement(Names.RelatesTo, addressing))
                RelatesTo = new(reader.ReadElementContentAsUniqueId());
            else if (reader.IsStartElement(Names.To, addressing))
                To = ReadText(reader);
            else if (reader.IsStartElement(Names.ReplyTo, addressing))
                reader.Skip();
            else
                ReadOther(reader, version);
        }

        reader.ReadEndElement();
    }

    // A text found in a dictionary comes back as the dictionary's own string: no allocation for a known action.
    private static string ReadText(XmlDictionaryReader reader)
    {
        if (reader.IsEmptyElement)
        {
            reader.Read();
            return "";
        }

        reader.Read();
        string text;
        if (reader.NodeType == XmlNodeType.Text && reader.TryGetValueAsDictionaryString(out var known))
        {
            text = known!.Value;
            reader.Read();
        }
        else
        {
            text = reader.ReadContentAsString();
        }

        reader.ReadEndElement();
        return text;
    }

    private void ReadOther(XmlDictionaryReader reader, MessageVersion version)
    {
        Others ??= [];
        if (Others.Count == HeadersMax)
            throw new ProtocolException($"The message has more than {HeadersMax} headers.");
        var name = reader.LocalName;
        var space = reader.NamespaceURI;
        var flag = reader.GetAttribute("mustUnderstand", version.Envelope.Namespace.Value);
        var element = (XmlElement)new XmlDocument().ReadNode(reader)!;
        Others.Add(new(name, space, flag is "1" or "true", element));
    }
}
