using System.Xml;

namespace System.ServiceModel.Channels;

/// <summary>The encoding of messages: binary XML or text. Custom encodings are not supported.</summary>
public abstract class MessageEncodingBindingElement : BindingElement
{
    private protected MessageEncodingBindingElement()
    {
    }

    /// <summary>Gets or sets the versions of SOAP and WS-Addressing.</summary>
    public abstract MessageVersion MessageVersion { get; set; }
}

/// <summary>Binary XML ([MC-NBFX]) with the static dictionary of [MC-NBFS]. In a session each side also grows a
/// dictionary of names ([MC-NBFSE]).</summary>
/// <remarks>Over http the content type is <c>application/soap+msbin1</c>. Compression is not supported.</remarks>
public sealed class BinaryMessageEncodingBindingElement : MessageEncodingBindingElement
{
    /// <summary>Gets or sets how many bytes of names one side may add to a session's dictionary.</summary>
    /// <value>Zero or more; 2048 unless set.</value>
    /// <remarks>A sender that has used them up writes further names in full. A receiver cuts a session that adds more,
    /// so both sides should have the same value.</remarks>
    public int MaxSessionSize
    {
        get;
        set => field = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = 2048;

    /// <summary>Gets or sets the version; binary XML is always SOAP 1.2 with WS-Addressing 1.0 here.</summary>
    public override MessageVersion MessageVersion
    {
        get => MessageVersion.Soap12WSAddressing10;
        set
        {
            ArgumentNullException.ThrowIfNull(value);
            if (value != MessageVersion.Soap12WSAddressing10)
                throw new InvalidOperationException($"Binary XML is written as Soap12WSAddressing10, not {value}.");
        }
    }

    /// <summary>Gets or sets the quotas for reading messages. Only those that were set apply; the depth is at most 128
    /// unless set.</summary>
    public XmlDictionaryReaderQuotas ReaderQuotas { get; set; } = new();
}
