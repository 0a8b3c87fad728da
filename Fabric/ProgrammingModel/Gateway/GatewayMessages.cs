using System;
using System.Collections.Generic;
using System.Fabric;
using System.Fabric.Health;
using System.Fabric.Query;
using System.Globalization;
using System.Linq;

namespace SfPerf.Fabric.ProgrammingModel.Gateway;

/// <summary>A partition as the gateway writes it.</summary>
internal sealed record GatewayPartition
{
    public required Guid Id { get; init; }

    public required ServicePartitionKind Kind { get; init; }

    public string? LowKey { get; init; }

    public string? HighKey { get; init; }

    public string? Name { get; init; }

    public ServicePartitionStatus Status { get; init; }

    public HealthState Health { get; init; }

    public long TargetReplicaSetSize { get; init; }

    public long MinReplicaSetSize { get; init; }

    public long InstanceCount { get; init; }

    public bool Stateful { get; init; }

    /// <summary>Gets the replicas; in the status only.</summary>
    public IReadOnlyList<GatewayReplica> Replicas { get; init; } = [];

    internal Partition ToQueryResult() => Stateful
        ? new StatefulServicePartition(ToInformation(), TargetReplicaSetSize, MinReplicaSetSize, Health, Status)
        : new StatelessServicePartition(ToInformation(), InstanceCount, Health, Status);

    internal ServicePartitionInformation ToInformation() => Kind switch
    {
        ServicePartitionKind.Int64Range => new Int64RangePartitionInformation
        {
            Id = Id,
            LowKey = long.Parse(LowKey!, CultureInfo.InvariantCulture),
            HighKey = long.Parse(HighKey!, CultureInfo.InvariantCulture),
        },
        ServicePartitionKind.Named => new NamedPartitionInformation { Id = Id, Name = Name },
        _ => new SingletonPartitionInformation { Id = Id },
    };
}

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

/// <summary>A replica's addresses as the gateway writes them.</summary>
internal sealed record GatewayEndpoint
{
    public required ServiceEndpointRole Role { get; init; }

    public required string Address { get; init; }
}
