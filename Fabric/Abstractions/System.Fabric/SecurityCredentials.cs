#nullable disable

namespace System.Fabric;

public abstract class SecurityCredentials
{
    internal SecurityCredentials()
    {
    }

    public CredentialType CredentialType { get; protected set; }
}
