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
        MessageVersion = messageVersion;
        WriteEncoding = writeEncoding;
    }

    public override MessageVersion MessageVersion
    {
        get;
        set => field = value ?? throw new ArgumentNullException(nameof(value));
    }

    /// <summary>Gets or sets how text is written: UTF-8, or UTF-16 of either byte order.</summary>
    public Encoding WriteEncoding
    {
        get;
        set
        {
            ArgumentNullException.ThrowIfNull(value);
            if (value.WebName is not ("utf-8" or "utf-16" or "utf-16BE"))
                throw new ArgumentException($"The text encoding '{value.WebName}' is not supported.", nameof(value));
            field = value;
        }
    }

    public XmlDictionaryReaderQuotas ReaderQuotas { get; set; } = new();
}
