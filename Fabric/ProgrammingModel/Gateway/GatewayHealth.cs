using System;
using System.Collections.Generic;
using System.Fabric.Health;
using System.Globalization;
using System.Linq;

namespace SfPerf.Fabric.ProgrammingModel.Gateway;

/// <summary>The part of the cluster's status that its health is made of.</summary>
internal sealed record GatewayStatus
{
    public required HealthState Health { get; init; }

    public required IReadOnlyList<GatewayNode> Nodes { get; init; }

    public required IReadOnlyList<GatewayApplication> Applications { get; init; }

    public required IReadOnlyList<GatewayHealthEvent> HealthEvents { get; init; }

    /// <summary>Fills what every entity's health has in common.</summary>
    internal T Fill<T>(T health, HealthState state, string entity) where T : EntityHealth
    {
        health.AggregatedHealthState = state;
        health.HealthEvents = [.. HealthEvents.Where(e => e.Entity == entity).Select(e => e.ToHealthEvent())];
        return health;
    }
}

/// <summary>A health event as the gateway writes it.</summary>
internal sealed record GatewayHealthEvent
{
    public required string Entity { get; init; }

    public required string SourceId { get; init; }

    public required string Property { get; init; }

    public required HealthState State { get; init; }

    public string Description { get; init; } = "";

    public string? SequenceNumber { get; init; }

    public DateTimeOffset? Utc { get; init; }

    public double? TimeToLiveSeconds { get; init; }

    public bool? RemoveWhenExpired { get; init; }

    public bool? IsExpired { get; init; }

    internal HealthEvent ToHealthEvent()
    {
        var utc = (Utc ?? TimeProvider.System.GetUtcNow()).UtcDateTime;
        return new()
        {
            HealthInformation = new(SourceId, Property, State)
            {
                Description = Description,
                SequenceNumber = SequenceNumber is { } number ? long.Parse(number, CultureInfo.InvariantCulture) : 0,
                TimeToLive = TimeToLiveSeconds is { } seconds ? TimeSpan.FromSeconds(seconds) : TimeSpan.MaxValue,
                RemoveWhenExpired = RemoveWhenExpired ?? false,
            },
            SourceUtcTimestamp = utc,
            LastModifiedUtcTimestamp = utc,
            IsExpired = IsExpired ?? false,
        };
    }
}

/// <summary>A health report as the gateway reads it.</summary>
internal sealed record GatewayHealthReport
{
    public required string Kind { get; init; }

    public string Application { get; init; } = "";

    public string Service { get; init; } = "";

    public Guid Partition { get; init; }

    public string Replica { get; init; } = "0";

    public string Node { get; init; } = "";

    public string ServicePackage { get; init; } = "";

    public required string SourceId { get; init; }

    public required string Property { get; init; }

    public required HealthState State { get; init; }

    public string Description { get; init; } = "";

    public required string SequenceNumber { get; init; }

    public double TimeToLiveSeconds { get; init; }

    public bool RemoveWhenExpired { get; init; }

    /// <summary>Turns a report into its message.</summary>
    /// <param name="report">What is reported; read now, so that the caller may change it afterwards.</param>
    /// <param name="sequenceNumber">The number, also where the report leaves it to the client.</param>
    internal static GatewayHealthReport Of(HealthReport report, long sequenceNumber)
    {
        var information = report.HealthInformation;
        var common = new GatewayHealthReport
        {
            Kind = report.Kind.ToString(),
            SourceId = information.SourceId,
            Property = information.Property,
            State = information.HealthState,
            Description = information.Description ?? "",
            SequenceNumber = sequenceNumber.ToString(CultureInfo.InvariantCulture),
            TimeToLiveSeconds = information.TimeToLive == TimeSpan.MaxValue ? 0 : information.TimeToLive.TotalSeconds,
            RemoveWhenExpired = information.RemoveWhenExpired,
        };
        return report switch
        {
            ClusterHealthReport => common,
            NodeHealthReport node => common with { Node = node.NodeName },
            ApplicationHealthReport application => common with { Application = $"{application.ApplicationName}" },
            ServiceHealthReport service => common with { Service = $"{service.ServiceName}" },
            PartitionHealthReport partition => common with { Partition = partition.PartitionId },
            StatefulServiceReplicaHealthReport replica =>
                common.OfReplica(replica.PartitionId, replica.ReplicaId),
            StatelessServiceInstanceHealthReport instance =>
                common.OfReplica(instance.PartitionId, instance.InstanceId),
            DeployedApplicationHealthReport deployed => common with
            {
                Application = $"{deployed.ApplicationName}",
                Node = deployed.NodeName,
            },
            DeployedServicePackageHealthReport package => common with
            {
                Application = $"{package.ApplicationName}",
                Node = package.NodeName,
                ServicePackage = package.ServiceManifestName,
            },
            _ => throw new ArgumentException(
                $"A report of type {report.GetType()} has no entity that is known.", nameof(report)),
        };
    }

    private GatewayHealthReport OfReplica(Guid partition, long replica) => this with
    {
        Kind = "Replica",
        Partition = partition,
        Replica = replica.ToString(CultureInfo.InvariantCulture),
    };
}
