using System;
using System.Fabric.Health;
using System.Globalization;
using System.Linq;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Fabric.ProgrammingModel.Gateway;

/// <summary>Health as the gateway reads and writes it, and as the types of Service Fabric's API.</summary>
internal static class HealthMessages
{
    /// <summary>Fills what every entity's health has in common.</summary>
    /// <param name="status">The status that has the events.</param>
    /// <param name="health">The health that is filled and returned.</param>
    /// <param name="state">The entity's evaluated state.</param>
    /// <param name="entity">The entity, as the events name it.</param>
    internal static T Fill<T>(this ClusterView status, T health, string state, string entity) where T : EntityHealth
    {
        health.AggregatedHealthState = QueryResults.Health(state);
        health.HealthEvents = [.. status.HealthEvents.Where(e => e.Entity == entity).Select(ToHealthEvent)];
        return health;
    }

    /// <summary>Turns a report into its message.</summary>
    /// <param name="report">What is reported; read now, so that the caller may change it afterwards.</param>
    /// <param name="sequenceNumber">The number, also where the report leaves it to the client.</param>
    internal static HealthRequest ToRequest(this HealthReport report, long sequenceNumber)
    {
        var information = report.HealthInformation;
        var common = new HealthRequest
        {
            Kind = report.Kind.ToString(),
            SourceId = information.SourceId,
            Property = information.Property,
            State = information.HealthState.ToString(),
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
                OfReplica(common, replica.PartitionId, replica.ReplicaId),
            StatelessServiceInstanceHealthReport instance =>
                OfReplica(common, instance.PartitionId, instance.InstanceId),
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

    private static HealthRequest OfReplica(HealthRequest common, Guid partition, long replica) => common with
    {
        Kind = "Replica",
        Partition = partition,
        Replica = replica.ToString(CultureInfo.InvariantCulture),
    };

    private static HealthEvent ToHealthEvent(HealthEventView e)
    {
        var utc = (e.Utc ?? TimeProvider.System.GetUtcNow()).UtcDateTime;
        return new()
        {
            HealthInformation = new(e.SourceId, e.Property, QueryResults.Health(e.State))
            {
                Description = e.Description,
                SequenceNumber = e.SequenceNumber is { } number ? long.Parse(number, CultureInfo.InvariantCulture) : 0,
                TimeToLive = e.TimeToLiveSeconds is { } seconds ? TimeSpan.FromSeconds(seconds) : TimeSpan.MaxValue,
                RemoveWhenExpired = e.RemoveWhenExpired ?? false,
            },
            SourceUtcTimestamp = utc,
            LastModifiedUtcTimestamp = utc,
            IsExpired = e.IsExpired ?? false,
        };
    }
}
