using System.Collections.Generic;
using System.ServiceModel.Channels;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>The [MC-NBFX] records round a message's body as WCF peers write them: only ids, the action and the
/// address differ from message to message.</summary>
internal sealed class EnvelopeRecords
{
    internal const byte EndElement = 0x01;
    internal const byte ShortElement = 0x40;
    internal const byte ShortDictionaryElement = 0x42;
    internal const byte Chars8TextThenEnd = 0x99;
    internal const byte DictionaryTextThenEnd = 0xAB;
    private const byte XmlnsDictionary = 0x0B;
    private const byte PrefixAAttribute = 0x0C;
    private const byte PrefixAElement = 0x44;
    private const byte OneText = 0x82;
    private const byte UniqueIdTextThenEnd = 0xAD;

    private EnvelopeRecords(MessageVersion version)
    {
        var writer = new List<byte>();
        Element(writer, 's', Names.Envelope);
        Xmlns(writer, 's', version.Envelope.Namespace);
        Xmlns(writer, 'a', version.Addressing.Namespace);
        Envelope = Take(writer);
        Element(writer, 's', Names.Header);
        Header = Take(writer);
        Action = ForUnderstanding(Names.Action);
        To = ForUnderstanding(Names.To);
        Element(writer, 'a', Names.MessageId);
        writer.Add(UniqueIdTextThenEnd);
        MessageId = Take(writer);
        Element(writer, 'a', Names.RelatesTo);
        writer.Add(UniqueIdTextThenEnd);
        RelatesTo = Take(writer);
        Element(writer, 'a', Names.ReplyTo);
        Element(writer, 'a', Names.Address);
        writer.Add(DictionaryTextThenEnd);
        Id(writer, Names.Anonymous);
        writer.Add(EndElement);
        ReplyToAnonymous = Take(writer);
        Element(writer, 's', Names.Body);
        Body = Take(writer);
        BodyOnly = [.. Envelope, .. Body];
        BeforeHeaders = [.. Envelope, .. Header];
        AfterHeaders = [EndElement, .. Body];
    }

    internal static EnvelopeRecords Soap11 { get; } = new(MessageVersion.Soap11WSAddressing10);

    internal static EnvelopeRecords Soap12 { get; } = new(MessageVersion.Soap12WSAddressing10);

    internal byte[] BeforeHeaders { get; }

    internal byte[] Action { get; }

    internal byte[] MessageId { get; }

    internal byte[] RelatesTo { get; }

    internal byte[] ReplyToAnonymous { get; }

    internal byte[] To { get; }

    internal byte[] AfterHeaders { get; }

    /// <summary>Gets an envelope's start without headers, up to the body's first node.</summary>
    internal byte[] BodyOnly { get; }

    private byte[] Envelope { get; }

    private byte[] Header { get; }

    private byte[] Body { get; }

    /// <summary>Gets the records of a version; null for one without addressing.</summary>
    internal static EnvelopeRecords? Of(MessageVersion version) => !version.HasAddressing ? null
        : version.Envelope == System.ServiceModel.EnvelopeVersion.Soap11 ? Soap11 : Soap12;

    private static byte[] ForUnderstanding(XmlDictionaryString name)
    {
        var writer = new List<byte>();
        Element(writer, 'a', name);
        writer.Add(PrefixAAttribute + 's' - 'a');
        Id(writer, Names.MustUnderstand);
        writer.Add(OneText);
        return [.. writer];
    }

    private static void Element(List<byte> writer, char prefix, XmlDictionaryString name)
    {
        writer.Add((byte)(PrefixAElement + prefix - 'a'));
        Id(writer, name);
    }

    private static void Xmlns(List<byte> writer, char prefix, XmlDictionaryString space)
    {
        writer.AddRange([XmlnsDictionary, 1, (byte)prefix]);
        Id(writer, space);
    }

    // Even numbers name the strings of the static dictionary.
    private static void Id(List<byte> writer, XmlDictionaryString text)
    {
        Span<byte> id = stackalloc byte[VarInt.BytesMax];
        writer.AddRange(id[..VarInt.Write(id, text.Key * 2)]);
    }

    private static byte[] Take(List<byte> writer)
    {
        byte[] taken = [.. writer];
        writer.Clear();
        return taken;
    }
}

/// <summary>The records of [MC-NMF].</summary>
internal enum RecordKind : byte
{
    Version = 0x00,
    Mode = 0x01,
    Via = 0x02,
    KnownEncoding = 0x03,
    ExtensibleEncoding = 0x04,
    UnsizedEnvelope = 0x05,
    SizedEnvelope = 0x06,
    End = 0x07,
    Fault = 0x08,
    UpgradeRequest = 0x09,
    UpgradeResponse = 0x0A,
    PreambleAck = 0x0B,
    PreambleEnd = 0x0C,
}
