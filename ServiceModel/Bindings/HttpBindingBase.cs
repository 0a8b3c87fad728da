using System.ServiceModel.Channels;
using System.Text;
using System.Xml;

namespace System.ServiceModel;

/// <summary>What the bindings of SOAP as text over http have in common.</summary>
public abstract class HttpBindingBase : Binding
{
    private readonly HttpTransportBindingElement _transport = new();
    private readonly TextMessageEncodingBindingElement _encoding;

    private protected HttpBindingBase(MessageVersion version) => _encoding = new(version, Encoding.UTF8);

    public EnvelopeVersion EnvelopeVersion => _encoding.MessageVersion.Envelope;

    public long MaxBufferPoolSize
    {
        get => _transport.MaxBufferPoolSize;
        set => _transport.MaxBufferPoolSize = value;
    }

    public int MaxBufferSize
    {
        get => _transport.MaxBufferSize;
        set => _transport.MaxBufferSize = value;
    }

    public long MaxReceivedMessageSize
    {
        get => _transport.MaxReceivedMessageSize;
        set => _transport.MaxReceivedMessageSize = value;
    }

    public XmlDictionaryReaderQuotas ReaderQuotas
    {
        get => _encoding.ReaderQuotas;
        set => _encoding.ReaderQuotas = value ?? throw new ArgumentNullException(nameof(value));
    }

    public override string Scheme => IsTransportSecured ? "https" : _transport.Scheme;

    public Encoding TextEncoding
    {
        get => _encoding.WriteEncoding;
        set => _encoding.WriteEncoding = value;
    }

    public TransferMode TransferMode
    {
        get => _transport.TransferMode;
        set => _transport.TransferMode = value;
    }

    /// <summary>Gets whether addresses are of https; opening is refused then.</summary>
    private protected virtual bool IsTransportSecured => false;

    private protected BindingElementCollection CloneElements() => new([_encoding.Clone(), _transport.Clone()]);
}
