using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;

namespace SfPerf.Fabric.Gateway;

/// <summary>Where a partition's replicas listen, as the gateway writes it.</summary>
internal sealed record GatewayResolution
{
    public required string Service { get; init; }

    public required GatewayPartition Partition { get; init; }

    public required long Version { get; init; }

    public required IReadOnlyList<GatewayEndpoint> Endpoints { get; init; }

    internal ResolvedServicePartition ToResolved() => new(
        new Uri(Service),
        Partition.ToInformation(),
        Endpoints.Select(e => new ResolvedServiceEndpoint { Role = e.Role, Address = e.Address }).ToArray(),
        Version);
}
