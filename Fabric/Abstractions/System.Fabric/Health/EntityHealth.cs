#nullable disable

using System.Collections.Generic;
using System.Fabric.Query;

namespace System.Fabric.Health;

/// <summary>A report as the cluster keeps it.</summary>
public sealed class HealthEvent
{
    internal HealthEvent()
    {
    }

    public HealthInformation HealthInformation { get; internal init; }

    /// <summary>Gets when the cluster took it; of an event of the cluster's own, the time of the query.</summary>
    public DateTime SourceUtcTimestamp { get; internal init; }

    /// <summary>Gets the same as <see cref="SourceUtcTimestamp"/>: a report is taken when it is sent.</summary>
    public DateTime LastModifiedUtcTimestamp { get; internal init; }

    public bool IsExpired { get; internal init; }
}

/// <summary>The health of an entity: the worst of its events and of all that it contains.</summary>
public abstract class EntityHealth
{
    internal EntityHealth()
    {
    }

    public HealthState AggregatedHealthState { get; internal set; }

    /// <summary>Gets what the cluster sees and services and clients report of the entity itself.</summary>
    public IList<HealthEvent> HealthEvents { get; internal set; }
}

public sealed class ClusterHealth : EntityHealth
{
    internal ClusterHealth()
    {
    }

    public IList<NodeHealthState> NodeHealthStates { get; internal set; }

    public IList<ApplicationHealthState> ApplicationHealthStates { get; internal set; }
}

public sealed class NodeHealth : EntityHealth
{
    internal NodeHealth()
    {
    }

    public string NodeName { get; internal set; }
}

public sealed class ApplicationHealth : EntityHealth
{
    internal ApplicationHealth()
    {
    }

    public Uri ApplicationName { get; internal set; }

    public IList<ServiceHealthState> ServiceHealthStates { get; internal set; }
}

public sealed class ServiceHealth : EntityHealth
{
    internal ServiceHealth()
    {
    }

    public Uri ServiceName { get; internal set; }

    public IList<PartitionHealthState> PartitionHealthStates { get; internal set; }
}

public sealed class PartitionHealth : EntityHealth
{
    internal PartitionHealth()
    {
    }

    public Guid PartitionId { get; internal set; }

    public IList<ReplicaHealthState> ReplicaHealthStates { get; internal set; }
}

public abstract class ReplicaHealth : EntityHealth
{
    internal ReplicaHealth(ServiceKind kind) => Kind = kind;

    public ServiceKind Kind { get; }

    public Guid PartitionId { get; internal set; }

    public long Id { get; internal set; }
}

public sealed class StatefulServiceReplicaHealth : ReplicaHealth
{
    internal StatefulServiceReplicaHealth()
        : base(ServiceKind.Stateful)
    {
    }

    public long ReplicaId => Id;
}

public sealed class StatelessServiceInstanceHealth : ReplicaHealth
{
    internal StatelessServiceInstanceHealth()
        : base(ServiceKind.Stateless)
    {
    }

    public long InstanceId => Id;
}
