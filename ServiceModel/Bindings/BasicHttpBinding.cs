using System.ServiceModel.Channels;

namespace System.ServiceModel;

/// <summary>SOAP 1.1 text over http.</summary>
public class BasicHttpBinding : HttpBindingBase
{
    public BasicHttpBinding()
        : base(MessageVersion.Soap11)
    {
    }

    public BasicHttpBinding(BasicHttpSecurityMode securityMode)
        : this() => Security.Mode = securityMode;

    public BasicHttpSecurity Security
    {
        get;
        set => field = value ?? throw new ArgumentNullException(nameof(value));
    } = new();

    private protected override bool IsTransportSecured =>
        Security.Mode is BasicHttpSecurityMode.Transport or BasicHttpSecurityMode.TransportWithMessageCredential;

    public override BindingElementCollection CreateBindingElements()
    {
        RequireNone(Security.Mode, BasicHttpSecurityMode.None);
        return CloneElements();
    }
}

/// <summary>The security of a <see cref="BasicHttpBinding"/>; only None can be opened here.</summary>
public sealed class BasicHttpSecurity
{
    public BasicHttpSecurityMode Mode
    {
        get;
        set => field = Enum.IsDefined(value)
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    }
}

/// <summary>Only <see cref="None"/> can be opened here; the others exist so that asking for them fails
/// clearly.</summary>
public enum BasicHttpSecurityMode
{
    None,
    Transport,
    Message,
    TransportWithMessageCredential,
    TransportCredentialOnly,
}
