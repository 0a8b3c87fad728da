using System.Text;
using System.Xml;

namespace System.ServiceModel.Channels;

/// <summary>XML as text.</summary>
public sealed class TextMessageEncodingBindingElement : MessageEncodingBindingElement
{
    public TextMessageEncodingBindingElement()
        : this(MessageVersion.Default, Encoding.UTF8)
    {
    }

    public TextMessageEncodingBindingElement(MessageVersion messageVersion, Encoding writeEncoding)
    {
        ArgumentNullException.ThrowIfNull(messageVersion);
        ArgumentNullException.ThrowIfNull(writeEncoding);
        MessageVersion = messageVersion;
        WriteEncoding = writeEncoding;
    }

    public override MessageVersion MessageVersion { get; set; }

    public Encoding WriteEncoding { get; set; }

    public XmlDictionaryReaderQuotas ReaderQuotas { get; set; } = new();
}
