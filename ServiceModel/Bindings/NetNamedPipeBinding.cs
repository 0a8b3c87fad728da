using System.ServiceModel.Channels;
using System.Xml;

namespace System.ServiceModel;

/// <summary>Binary messages over sessions on one machine, between processes of one user. The bytes are those of
/// net.tcp.</summary>
/// <remarks>On every system the pipe is a Unix domain socket in a folder that only its user can enter; it does not meet
/// the named pipes of WCF on Windows. As in Microsoft's library the parameterless constructor asks for transport
/// security, which is not supported here: opening a host or factory with it throws <see cref="NotSupportedException"/>.
/// Use <c>new NetNamedPipeBinding(NetNamedPipeSecurityMode.None)</c>.</remarks>
public class NetNamedPipeBinding : Binding
{
    private readonly NamedPipeTransportBindingElement _transport = new();
    private readonly BinaryMessageEncodingBindingElement _encoding = new();

    /// <summary>Creates a binding with <see cref="NetNamedPipeSecurityMode.Transport"/>, which cannot be opened before
    /// <c>Security</c> is set to None.</summary>
    public NetNamedPipeBinding()
    {
    }

    /// <summary>Creates a binding.</summary>
    /// <param name="securityMode"><see cref="NetNamedPipeSecurityMode.None"/>; with the other the binding cannot be
    /// opened.</param>
    /// <exception cref="ArgumentOutOfRangeException">The value is no member of the enumeration.</exception>
    public NetNamedPipeBinding(NetNamedPipeSecurityMode securityMode) => Security.Mode = securityMode;

    /// <summary>Gets the version of SOAP: always 1.2.</summary>
    public EnvelopeVersion EnvelopeVersion => EnvelopeVersion.Soap12;

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

    /// <summary>Gets or sets how many unused connections are kept: by a client for the endpoint, by a server at the
    /// pipe.</summary>
    /// <value>Zero or more; 10 unless set.</value>
    /// <remarks>Setting it also sets how many connections a server lets be without a finished preamble: this number,
    /// but at least 12 per core. Over the number kept, a server closes a connection when its session ends. It does not
    /// limit the connections in use.</remarks>
    public int MaxConnections
    {
        get => _transport.MaxConnections;
        set => _transport.MaxConnections = value;
    }

    /// <summary>Gets or sets the largest message taken, in bytes.</summary>
    /// <value>More than zero; 65,536 unless set.</value>
    /// <remarks>It is checked against the announced size, before memory is taken. A larger request is answered by a
    /// framing fault and ends its session: the client gets <see cref="CommunicationException"/> with an inner
    /// <see cref="QuotaExceededException"/>. A larger reply faults the client's channel. It also bounds strings and
    /// arrays within a message.</remarks>
    public long MaxReceivedMessageSize
    {
        get => _transport.MaxReceivedMessageSize;
        set => _transport.MaxReceivedMessageSize = value;
    }

    /// <summary>Gets or sets the quotas for reading messages. Only those that were set apply.</summary>
    /// <value>Not null. Unless set, the depth is at most 128, strings and arrays are at most as long as
    /// <see cref="MaxReceivedMessageSize"/>, and the others are not limited.</value>
    /// <remarks>A parameter over a quota that was set is answered by a fault, and a reply over one fails its call; the
    /// session goes on.</remarks>
    public XmlDictionaryReaderQuotas ReaderQuotas
    {
        get => _encoding.ReaderQuotas;
        set => _encoding.ReaderQuotas = value ?? throw new ArgumentNullException(nameof(value));
    }

    /// <summary>Gets <c>net.pipe</c>.</summary>
    public override string Scheme => _transport.Scheme;

    /// <summary>Gets or sets the security; not null.</summary>
    public NetNamedPipeSecurity Security
    {
        get;
        set => field = value ?? throw new ArgumentNullException(nameof(value));
    } = new();

    /// <summary>Gets or sets how messages travel; Buffered unless set. Both sides must agree.</summary>
    public TransferMode TransferMode
    {
        get => _transport.TransferMode;
        set => _transport.TransferMode = value;
    }

    /// <summary>Makes copies of the encoding and the transport.</summary>
    /// <exception cref="NotSupportedException">Another security than None was asked for.</exception>
    public override BindingElementCollection CreateBindingElements()
    {
        RequireNone(Security.Mode, NetNamedPipeSecurityMode.None);
        return new([_encoding.Clone(), _transport.Clone()]);
    }
}

/// <summary>The security of a <see cref="NetNamedPipeBinding"/>; only None can be opened here.</summary>
public sealed class NetNamedPipeSecurity
{
    /// <summary>Gets or sets the mode.</summary>
    /// <value><see cref="NetNamedPipeSecurityMode.Transport"/> unless set, which cannot be opened here.</value>
    public NetNamedPipeSecurityMode Mode
    {
        get;
        set => field = Enum.IsDefined(value)
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = NetNamedPipeSecurityMode.Transport;
}

/// <summary>Specifies how messages are protected. Only <see cref="None"/> can be opened here; the other exists so that
/// asking for it fails clearly.</summary>
public enum NetNamedPipeSecurityMode
{
    /// <summary>Messages are not protected. The file system protects the socket: it is in a folder that only its user
    /// can enter.</summary>
    None,

    /// <summary>The transport protects messages. Not supported.</summary>
    Transport,
}
