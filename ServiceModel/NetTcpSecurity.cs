namespace System.ServiceModel;

/// <summary>The security of a <see cref="NetTcpBinding"/>; only None can be opened here.</summary>
public sealed class NetTcpSecurity
{
    public SecurityMode Mode
    {
        get;
        set => field = Enum.IsDefined(value)
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = SecurityMode.Transport;
}
