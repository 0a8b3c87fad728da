using System.ServiceModel.Channels;
using System.Xml;

namespace System.ServiceModel;

/// <summary>Binary messages over TCP sessions.</summary>
/// <remarks>As in Microsoft's library the parameterless constructor asks for transport security, which is not
/// supported here: opening says so. Use <c>new NetTcpBinding(SecurityMode.None)</c>.</remarks>
public class NetTcpBinding : Binding
{
    private readonly TcpTransportBindingElement _transport = new();
    private readonly BinaryMessageEncodingBindingElement _encoding = new();

    public NetTcpBinding()
    {
    }

    public NetTcpBinding(SecurityMode securityMode) => Security.Mode = securityMode;

    public EnvelopeVersion EnvelopeVersion => EnvelopeVersion.Soap12;

    public int ListenBacklog
    {
        get => _transport.ListenBacklog;
        set => _transport.ListenBacklog = value;
    }

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

    public NetTcpSecurity Security
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
        RequireNone(Security.Mode, SecurityMode.None);
        return new([_encoding.Clone(), _transport.Clone()]);
    }
}

/// <summary>The security of a <see cref="NetTcpBinding"/>; only None can be opened here.</summary>
public sealed class NetTcpSecurity
{
    public SecurityMode Mode
    {
        get;
        set => field = Enum.IsDefined(value)
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = SecurityMode.Transport;
}

/// <summary>Only <see cref="None"/> can be opened here; the others exist so that asking for them fails
/// clearly.</summary>
public enum SecurityMode
{
    None,
    Transport,
    Message,
    TransportWithMessageCredential,
}

/// <summary>How a message travels: whole, in a session, or in chunks on a connection of its own. Either way it is in
/// memory as a whole, bounded by MaxReceivedMessageSize.</summary>
public enum TransferMode
{
    Buffered,
    Streamed,
    StreamedRequest,
    StreamedResponse,
}
