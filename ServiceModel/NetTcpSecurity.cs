namespace System.ServiceModel;

/// <summary>The security of a <see cref="NetTcpBinding"/>; only None can be opened here.</summary>
public sealed class NetTcpSecurity
{
    public SecurityMode Mode { get; set; } = SecurityMode.Transport;
}
