using System.ServiceModel.Channels;
using System.Xml;

namespace System.ServiceModel;

/// <summary>Binary messages over sessions on one machine.</summary>
/// <remarks>As in Microsoft's library the parameterless constructor asks for transport security, which is not
/// supported here: opening says so. Use <c>new NetNamedPipeBinding(NetNamedPipeSecurityMode.None)</c>; the socket
/// can be opened by its user only.</remarks>
public class NetNamedPipeBinding : Binding
{
    private readonly NamedPipeTransportBindingElement _transport = new();
    private readonly BinaryMessageEncodingBindingElement _encoding = new();

    public NetNamedPipeBinding()
    {
    }

    public NetNamedPipeBinding(NetNamedPipeSecurityMode securityMode) => Security.Mode = securityMode;

    public EnvelopeVersion EnvelopeVersion => EnvelopeVersion.Soap12;

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

    /// <summary>Gets or sets the unused connections either side keeps, and those a server lets wait for their
    /// preamble.</summary>
    public int MaxConnections
    {
        get => _transport.MaxConnections;
        set => _transport.MaxConnections = value;
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

    public NetNamedPipeSecurity Security
    {
        get;
        set => field = value ?? throw new ArgumentNullException(nameof(value));
    } = new();

    public TransferMode TransferMode
    {
        get => _transport.TransferMode;
        set => _transport.TransferMode = value;
    }

    public override BindingElementCollection CreateBindingElements()
    {
        RequireNone(Security.Mode, NetNamedPipeSecurityMode.None);
        return new([_encoding.Clone(), _transport.Clone()]);
    }
}

/// <summary>The security of a <see cref="NetNamedPipeBinding"/>; only None can be opened here.</summary>
public sealed class NetNamedPipeSecurity
{
    public NetNamedPipeSecurityMode Mode
    {
        get;
        set => field = Enum.IsDefined(value)
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = NetNamedPipeSecurityMode.Transport;
}

/// <summary>Only <see cref="None"/> can be opened here; the other exists so that asking for it fails clearly.</summary>
public enum NetNamedPipeSecurityMode
{
    None,
    Transport,
}
