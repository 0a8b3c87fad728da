using System;

namespace SfPerf.Fabric.Control;

/// <summary>The kinds of entities that health is reported of.</summary>
internal enum HealthEntityKind
{
    Cluster,
    Node,
    Application,
    Service,
    Partition,
    Replica,
    DeployedApplication,
    DeployedServicePackage,
}

/// <summary>Describes what a source says of a property of an entity.</summary>
internal sealed record HealthReport
{
    public required string SourceId { get; init; }

    public required string Property { get; init; }

    /// <summary>Gets one of Ok, Warning, Error.</summary>
    public required string State { get; init; }

    public required string Description { get; init; }

    /// <summary>Gets a number that grows with each report of this source and property.</summary>
    public required long SequenceNumber { get; init; }

    /// <summary>Gets how long it is valid; 0: for ever.</summary>
    public required double TimeToLiveMilliseconds { get; init; }

    public required bool RemoveWhenExpired { get; init; }
}

/// <summary>Describes what a host's report is about: its replica, the partition, or one of what contains it.</summary>
internal sealed record ReportedBy(HealthEntityKind Kind, Guid PartitionId, long ReplicaId);

/// <summary>The load of a replica in one metric.</summary>
internal sealed record MetricLoad(string Name, int Value);
