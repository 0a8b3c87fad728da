using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Xml;

namespace SfPerf.ServiceModel.Soap;

/// <summary>A header as it came over the wire.</summary>
internal sealed class ReceivedHeader(HeaderElement header, MessageVersion version) : MessageHeader
{
    public override string Actor => header.Element.GetAttribute(
        version.Envelope == EnvelopeVersion.Soap11 ? "actor" : "role", version.Envelope.Namespace.Value);

    public override bool MustUnderstand => header.MustUnderstand;

    public override string Name => header.Name;

    public override string Namespace => header.Namespace;

    public override bool Relay =>
        header.Element.GetAttribute("relay", version.Envelope.Namespace.Value) is "1" or "true";

    internal override XmlDictionaryReader GetReader(MessageVersion version)
    {
        var reader = XmlDictionaryReader.CreateDictionaryReader(new XmlNodeReader(header.Element));
        reader.MoveToContent();
        return reader;
    }

    // The attributes of the element come with it, those that say whom it is for as well.
    protected override void OnWriteStartHeader(XmlDictionaryWriter writer, MessageVersion messageVersion)
    {
        writer.WriteStartElement(header.Element.Prefix, header.Name, header.Namespace);
        foreach (XmlAttribute attribute in header.Element.Attributes)
            attribute.WriteTo(writer);
    }

    protected override void OnWriteHeaderContents(XmlDictionaryWriter writer, MessageVersion messageVersion) =>
        header.Element.WriteContentTo(writer);
}
