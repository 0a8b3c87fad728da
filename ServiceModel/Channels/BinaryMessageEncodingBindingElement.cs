using System.Xml;

namespace System.ServiceModel.Channels;

/// <summary>How messages become bytes.</summary>
public abstract class MessageEncodingBindingElement : BindingElement
{
    private protected MessageEncodingBindingElement()
    {
    }

    public abstract MessageVersion MessageVersion { get; set; }
}

/// <summary>Binary XML, with a dictionary grown over the session where the transport has one.</summary>
public sealed class BinaryMessageEncodingBindingElement : MessageEncodingBindingElement
{
    /// <summary>Gets or sets the bytes of names one side may add to a session's dictionary; 2048 unless set.</summary>
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

    public XmlDictionaryReaderQuotas ReaderQuotas { get; set; } = new();
}
