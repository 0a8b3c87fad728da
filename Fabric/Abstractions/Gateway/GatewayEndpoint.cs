using System.Fabric;

namespace SfPerf.Fabric.Gateway;

/// <summary>A replica's addresses as the gateway writes them.</summary>
internal sealed record GatewayEndpoint
{
    public required ServiceEndpointRole Role { get; init; }

    public required string Address { get; init; }
}
