#nullable disable

namespace System.Fabric;

public enum CredentialType
{
    None = 0,
    X509 = 1,
    Windows = 2,
    Claims = 3,
}
