using System.ServiceModel.Channels;
using System.Xml;

namespace SfPerf.ServiceModel.Soap;

/// <summary>A header of WS-Addressing: the stack writes it where it writes its own.</summary>
/// <param name="name">One of the names of <see cref="Names"/>.</param>
/// <param name="version">Whose namespace the header has.</param>
/// <param name="value">A text, or a <see cref="UniqueId"/>.</param>
internal sealed class AddressingHeader(XmlDictionaryString name, MessageVersion version, object value) : MessageHeader
{
    public override string Name => name.Value;

    public override string Namespace => version.Addressing.Namespace.Value;

    public override bool MustUnderstand => name == Names.Action || name == Names.To;

    internal override bool IsAddressing => true;

    internal XmlDictionaryString Kind => name;

    internal string Text => value.ToString()!;

    internal UniqueId? Id => value as UniqueId;

    protected override void OnWriteStartHeader(XmlDictionaryWriter writer, MessageVersion messageVersion)
    {
        writer.WriteStartElement("a", name, version.Addressing.Namespace);
        WriteHeaderAttributes(writer, messageVersion);
    }

    protected override void OnWriteHeaderContents(XmlDictionaryWriter writer, MessageVersion messageVersion) =>
        writer.WriteString(Text);
}
