using System.ServiceModel.Channels;

namespace System.ServiceModel;

/// <summary>SOAP 1.1 as text over http, without WS-Addressing: the action travels in the header
/// <c>SOAPAction</c>.</summary>
/// <remarks>There are no sessions: contracts that need one, or have callbacks, are refused when opened. Each call is a
/// POST. A one-way call ends when the service has answered it by a status. Proxies, cookies and redirects are not used.
/// For https put a server with TLS in front of the service.</remarks>
public class BasicHttpBinding : HttpBindingBase
{
    /// <summary>Creates a binding without security.</summary>
    public BasicHttpBinding()
        : base(MessageVersion.Soap11)
    {
    }

    /// <summary>Creates a binding.</summary>
    /// <param name="securityMode"><see cref="BasicHttpSecurityMode.None"/>; with any other the binding cannot be
    /// opened.</param>
    /// <exception cref="ArgumentOutOfRangeException">The value is no member of the enumeration.</exception>
    public BasicHttpBinding(BasicHttpSecurityMode securityMode)
        : this() => Security.Mode = securityMode;

    /// <summary>Gets or sets the security; not null.</summary>
    public BasicHttpSecurity Security
    {
        get;
        set => field = value ?? throw new ArgumentNullException(nameof(value));
    } = new();

    private protected override bool IsTransportSecured =>
        Security.Mode is BasicHttpSecurityMode.Transport or BasicHttpSecurityMode.TransportWithMessageCredential;

    /// <summary>Makes copies of the encoding and the transport.</summary>
    /// <exception cref="NotSupportedException">Another security than None was asked for.</exception>
    public override BindingElementCollection CreateBindingElements()
    {
        RequireNone(Security.Mode, BasicHttpSecurityMode.None);
        return CloneElements();
    }
}

/// <summary>The security of a <see cref="BasicHttpBinding"/>; only None can be opened here.</summary>
public sealed class BasicHttpSecurity
{
    /// <summary>Gets or sets the mode; None unless set.</summary>
    public BasicHttpSecurityMode Mode
    {
        get;
        set => field = Enum.IsDefined(value)
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    }
}

/// <summary>Specifies how messages are protected. Only <see cref="None"/> can be opened here; the others exist so that
/// asking for them fails clearly.</summary>
public enum BasicHttpSecurityMode
{
    /// <summary>Messages are not protected and travel in clear text.</summary>
    None,

    /// <summary>TLS (https) protects messages. Not supported.</summary>
    Transport,

    /// <summary>SOAP security protects messages. Not supported.</summary>
    Message,

    /// <summary>TLS protects messages, which carry credentials. Not supported.</summary>
    TransportWithMessageCredential,

    /// <summary>The http client has credentials, without TLS. Not supported.</summary>
    TransportCredentialOnly,
}
