namespace System.ServiceModel;

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
