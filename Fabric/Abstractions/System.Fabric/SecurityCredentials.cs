#nullable disable

using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography.X509Certificates;

namespace System.Fabric;

public abstract class SecurityCredentials
{
    internal SecurityCredentials()
    {
    }

    public CredentialType CredentialType { get; protected set; }

    /// <summary>Gets whether they name nothing that a connection could be secured with.</summary>
    internal virtual bool AreEmpty => CredentialType == CredentialType.None;
}

public sealed class X509Credentials : SecurityCredentials
{
    public X509Credentials() => CredentialType = CredentialType.X509;

    public static string StoreNameDefault => "My";

    public IList<string> IssuerThumbprints { get; } = new List<string>();

    public IList<string> RemoteCertThumbprints { get; } = new List<string>();

    public IList<string> RemoteCommonNames { get; } = new List<string>();

    public ProtectionLevel ProtectionLevel { get; set; } = ProtectionLevel.EncryptAndSign;

    public StoreLocation StoreLocation { get; set; } = StoreLocation.LocalMachine;

    public string StoreName { get; set; } = StoreNameDefault;

    public X509FindType FindType { get; set; }

    public object FindValue { get; set; }

    public object FindValueSecondary { get; set; }

    internal override bool AreEmpty => FindValue is null or "" && FindValueSecondary is null or ""
        && IssuerThumbprints.Concat(RemoteCertThumbprints).Concat(RemoteCommonNames).All(string.IsNullOrEmpty);
}

public enum CredentialType
{
    None = 0,
    X509 = 1,
    Windows = 2,
    Claims = 3,
}

public enum ProtectionLevel
{
    None = 0,
    Sign = 1,
    EncryptAndSign = 2,
}
