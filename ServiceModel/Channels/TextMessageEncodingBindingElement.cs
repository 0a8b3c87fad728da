using System.Text;
using System.Xml;

namespace System.ServiceModel.Channels;

/// <summary>XML as text, in UTF-8 or UTF-16.</summary>
public sealed class TextMessageEncodingBindingElement : MessageEncodingBindingElement
{
    /// <summary>Creates an encoding of SOAP 1.2 with WS-Addressing 1.0 in UTF-8.</summary>
    public TextMessageEncodingBindingElement()
        : this(MessageVersion.Default, Encoding.UTF8)
    {
    }

    /// <summary>Creates an encoding.</summary>
    /// <param name="messageVersion">Over net.tcp and net.pipe one with WS-Addressing.</param>
    /// <param name="writeEncoding">UTF-8, or UTF-16 of either byte order.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException">The encoding is another one.</exception>
    public TextMessageEncodingBindingElement(MessageVersion messageVersion, Encoding writeEncoding)
    {
        MessageVersion = messageVersion;
        WriteEncoding = writeEncoding;
    }

    /// <summary>Gets or sets the versions of SOAP and WS-Addressing; not null.</summary>
    public override MessageVersion MessageVersion
    {
        get;
        set => field = value ?? throw new ArgumentNullException(nameof(value));
    }

    /// <summary>Gets or sets how text is written: UTF-8, or UTF-16 of either byte order.</summary>
    /// <exception cref="ArgumentException">The encoding is another one.</exception>
    /// <remarks>Over net.tcp and net.pipe both sides must have the same one. Over http what is received is read in the
    /// encoding that its content type names.</remarks>
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

    /// <summary>Gets or sets the quotas for reading messages. Only those that were set apply; the depth is at most 128
    /// unless set.</summary>
    public XmlDictionaryReaderQuotas ReaderQuotas { get; set; } = new();
}
