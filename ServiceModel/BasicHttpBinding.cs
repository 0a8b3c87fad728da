using System.ServiceModel.Channels;
using System.Text;
using System.Xml;

namespace System.ServiceModel;

/// <summary>SOAP 1.1 text over http.</summary>
public class BasicHttpBinding : Binding
{
    private readonly HttpTransportBindingElement _transport = new();
    private readonly TextMessageEncodingBindingElement _encoding = new(MessageVersion.Soap11, Encoding.UTF8);

    public BasicHttpBinding()
    {
    }

    public BasicHttpBinding(BasicHttpSecurityMode securityMode) => Security.Mode = securityMode;

    public EnvelopeVersion EnvelopeVersion => EnvelopeVersion.Soap11;

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

    public override string Scheme => _transport.Scheme;

    public BasicHttpSecurity Security { get; set; } = new();

    public Encoding TextEncoding
    {
        get => _encoding.WriteEncoding;
        set => _encoding.WriteEncoding = value ?? throw new ArgumentNullException(nameof(value));
    }

    public TransferMode TransferMode
    {
        get => _transport.TransferMode;
        set => _transport.TransferMode = value;
    }

    public override BindingElementCollection CreateBindingElements()
    {
        RequireNone(Security.Mode, BasicHttpSecurityMode.None);
        return new([_encoding.Clone(), _transport.Clone()]);
    }
}
