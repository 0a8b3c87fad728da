namespace System.ServiceModel;

/// <summary>The security of a <see cref="NetNamedPipeBinding"/>; only None can be opened here.</summary>
public sealed class NetNamedPipeSecurity
{
    public NetNamedPipeSecurityMode Mode
    {
        get;
        set => field = Enum.IsDefined(value)
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = NetNamedPipeSecurityMode.Transport;
}
