namespace System.ServiceModel;

/// <summary>The security of a <see cref="BasicHttpBinding"/>; only None can be opened here.</summary>
public sealed class BasicHttpSecurity
{
    public BasicHttpSecurityMode Mode { get; set; }
}
