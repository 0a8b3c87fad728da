#nullable disable

using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography.X509Certificates;

namespace System.Fabric;

/// <summary>
/// Represents what a client secures its connections with. The local cluster listens on loopback without security, so
/// <c>FabricClient</c> accepts only credentials that name nothing.
/// </summary>
public abstract class SecurityCredentials
{
    internal SecurityCredentials()
    {
    }

    /// <summary>Gets the kind of the credentials.</summary>
    public CredentialType CredentialType { get; protected set; }

    /// <summary>Gets whether they name nothing that a connection could be secured with.</summary>
    internal virtual bool AreEmpty => CredentialType == CredentialType.None;
}

/// <summary>Names the certificates of a client and of the cluster that it connects to.</summary>
/// <remarks>
/// Credentials whose find values, thumbprints and common names are empty are taken as none. <c>FabricClient</c> refuses
/// others with a <see cref="FabricException"/>.
/// </remarks>
public sealed class X509Credentials : SecurityCredentials
{
    /// <summary>Initializes credentials that name no certificate.</summary>
    public X509Credentials() => CredentialType = CredentialType.X509;

    /// <summary>Gets the name of the store that is searched unless another one is set: <c>My</c>.</summary>
    public static string StoreNameDefault => "My";

    /// <summary>Gets the thumbprints of the issuers of the cluster's certificates; empty unless filled.</summary>
    public IList<string> IssuerThumbprints { get; } = new List<string>();

    /// <summary>Gets the thumbprints of the cluster's certificates; empty unless filled.</summary>
    public IList<string> RemoteCertThumbprints { get; } = new List<string>();

    /// <summary>Gets the common names of the cluster's certificates; empty unless filled.</summary>
    public IList<string> RemoteCommonNames { get; } = new List<string>();

    /// <summary>Gets or sets how messages are protected.</summary>
    /// <value><see cref="ProtectionLevel.EncryptAndSign"/> unless set; the local cluster does not read it.</value>
    public ProtectionLevel ProtectionLevel { get; set; } = ProtectionLevel.EncryptAndSign;

    /// <summary>Gets or sets where the store of the client's certificate is.</summary>
    /// <value>LocalMachine unless set; the local cluster does not read it.</value>
    public StoreLocation StoreLocation { get; set; } = StoreLocation.LocalMachine;

    /// <summary>Gets or sets the name of the store of the client's certificate.</summary>
    /// <value><see cref="StoreNameDefault"/> unless set; the local cluster does not read it.</value>
    public string StoreName { get; set; } = StoreNameDefault;

    /// <summary>Gets or sets by what the client's certificate is found; the local cluster does not read it.</summary>
    public X509FindType FindType { get; set; }

    /// <summary>Gets or sets what the client's certificate is found by; null unless set.</summary>
    public object FindValue { get; set; }

    /// <summary>Gets or sets what a second certificate is found by; null unless set.</summary>
    public object FindValueSecondary { get; set; }

    internal override bool AreEmpty => FindValue is null or "" && FindValueSecondary is null or ""
        && IssuerThumbprints.Concat(RemoteCertThumbprints).Concat(RemoteCommonNames).All(string.IsNullOrEmpty);
}

/// <summary>The kind of credentials.</summary>
public enum CredentialType
{
    /// <summary>No credentials.</summary>
    None = 0,
    /// <summary>Certificates.</summary>
    X509 = 1,
    /// <summary>A Windows account; there is no type for it here.</summary>
    Windows = 2,
    /// <summary>A token; there is no type for it here.</summary>
    Claims = 3,
}

/// <summary>Says how messages are protected. The local cluster does not read it.</summary>
public enum ProtectionLevel
{
    /// <summary>Not at all.</summary>
    None = 0,
    /// <summary>Against changes.</summary>
    Sign = 1,
    /// <summary>Against changes and reading.</summary>
    EncryptAndSign = 2,
}
