namespace System.ServiceModel;

/// <summary>The security of a <see cref="NetNamedPipeBinding"/>; only None can be opened here.</summary>
public sealed class NetNamedPipeSecurity
{
    public NetNamedPipeSecurityMode Mode { get; set; } = NetNamedPipeSecurityMode.Transport;
}
