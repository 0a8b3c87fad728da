using System.ServiceModel.Channels;
using System.Text;
using System.Xml;

namespace System.ServiceModel;

/// <summary>The base class of bindings that send SOAP as text over http.</summary>
public abstract class HttpBindingBase : Binding
{
    private readonly HttpTransportBindingElement _transport = new();
    private readonly TextMessageEncodingBindingElement _encoding;

    private protected HttpBindingBase(MessageVersion version) => _encoding = new(version, Encoding.UTF8);

    /// <summary>Gets the version of SOAP.</summary>
    public EnvelopeVersion EnvelopeVersion => _encoding.MessageVersion.Envelope;

    /// <summary>Gets or sets a value that has no effect here. Zero or more bytes; 512 KiB unless set.</summary>
    public long MaxBufferPoolSize
    {
        get => _transport.MaxBufferPoolSize;
        set => _transport.MaxBufferPoolSize = value;
    }

    /// <summary>Gets or sets the largest message in memory, in bytes.</summary>
    /// <value>More than zero; the value of <see cref="MaxReceivedMessageSize"/> unless set.</value>
    /// <remarks>With <see cref="TransferMode.Buffered"/> it must equal <see cref="MaxReceivedMessageSize"/>, with the
    /// other modes it must not be larger; else opening throws <see cref="ArgumentException"/>. It limits nothing by
    /// itself.</remarks>
    public int MaxBufferSize
    {
        get => _transport.MaxBufferSize;
        set => _transport.MaxBufferSize = value;
    }

    /// <summary>Gets or sets the largest message taken, in bytes.</summary>
    /// <value>More than zero; 65,536 unless set.</value>
    /// <remarks>A larger request is answered by the status 413, so that the call throws
    /// <see cref="ProtocolException"/>. A larger reply fails its call with <see cref="CommunicationException"/> and an
    /// inner <see cref="QuotaExceededException"/>. It also bounds strings and arrays within a message.</remarks>
    public long MaxReceivedMessageSize
    {
        get => _transport.MaxReceivedMessageSize;
        set => _transport.MaxReceivedMessageSize = value;
    }

    /// <summary>Gets or sets the quotas for reading messages. Only those that were set apply.</summary>
    /// <value>Not null. Unless set, the depth is at most 128, strings and arrays are at most as long as
    /// <see cref="MaxReceivedMessageSize"/>, and the others are not limited.</value>
    public XmlDictionaryReaderQuotas ReaderQuotas
    {
        get => _encoding.ReaderQuotas;
        set => _encoding.ReaderQuotas = value ?? throw new ArgumentNullException(nameof(value));
    }

    /// <summary>Gets <c>http</c>; <c>https</c> where transport security was asked for, which cannot be opened
    /// here.</summary>
    public override string Scheme => IsTransportSecured ? "https" : _transport.Scheme;

    /// <summary>Gets or sets how messages are written: UTF-8, or UTF-16 of either byte order; UTF-8 unless
    /// set.</summary>
    /// <exception cref="ArgumentException">The encoding is another one.</exception>
    /// <remarks>What is received is read in the encoding that its content type names, which may be any of
    /// these.</remarks>
    public Encoding TextEncoding
    {
        get => _encoding.WriteEncoding;
        set => _encoding.WriteEncoding = value;
    }

    /// <summary>Gets or sets a mode that changes nothing here but the check of <see cref="MaxBufferSize"/>; Buffered
    /// unless set.</summary>
    public TransferMode TransferMode
    {
        get => _transport.TransferMode;
        set => _transport.TransferMode = value;
    }

    /// <summary>Gets whether addresses are of https; opening is refused then.</summary>
    private protected virtual bool IsTransportSecured => false;

    private protected BindingElementCollection CloneElements() => new([_encoding.Clone(), _transport.Clone()]);
}
