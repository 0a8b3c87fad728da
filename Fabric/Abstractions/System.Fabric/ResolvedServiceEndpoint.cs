#nullable disable

namespace System.Fabric;

public sealed class ResolvedServiceEndpoint
{
    internal ResolvedServiceEndpoint()
    {
    }

    public ServiceEndpointRole Role { get; internal set; }

    public string Address { get; internal set; }
}
