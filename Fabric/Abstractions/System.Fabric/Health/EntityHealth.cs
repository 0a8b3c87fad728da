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

    /// <summary>
    /// Gets what was said: source, property, state and description. The state of an expired report that was not to be
    /// removed is Error.
    /// </summary>
    public HealthInformation HealthInformation { get; internal init; }

    /// <summary>Gets when the cluster took it; of an event of the cluster's own, the time of the query.</summary>
    public DateTime SourceUtcTimestamp { get; internal init; }

    /// <summary>Gets the same as <see cref="SourceUtcTimestamp"/>: a report is taken when it is sent.</summary>
    public DateTime LastModifiedUtcTimestamp { get; internal init; }

    /// <summary>Gets whether the report's time to live has passed.</summary>
    public bool IsExpired { get; internal init; }
}

/// <summary>
/// The health of an entity at the time of the query: what is said of itself and of all that it contains.
/// </summary>
public abstract class EntityHealth
{
    internal EntityHealth()
    {
    }

    /// <summary>
    /// Gets the worst state of the entity's events and of the groups of entities that it contains. Of a group, the
    /// application's health policy may tolerate some that are in error.
    /// </summary>
    public HealthState AggregatedHealthState { get; internal set; }

    /// <summary>Gets what the cluster sees and services and clients report of the entity itself.</summary>
    public IList<HealthEvent> HealthEvents { get; internal set; }
}

/// <summary>The health of the cluster.</summary>
public sealed class ClusterHealth : EntityHealth
{
    internal ClusterHealth()
    {
    }

    /// <summary>Gets the health of the nodes.</summary>
    public IList<NodeHealthState> NodeHealthStates { get; internal set; }

    /// <summary>Gets the health of the applications.</summary>
    public IList<ApplicationHealthState> ApplicationHealthStates { get; internal set; }
}

/// <summary>The health of a node.</summary>
public sealed class NodeHealth : EntityHealth
{
    internal NodeHealth()
    {
    }

    /// <summary>Gets the name of the node, such as <c>_Node_0</c>.</summary>
    public string NodeName { get; internal set; }
}

/// <summary>The health of an application.</summary>
public sealed class ApplicationHealth : EntityHealth
{
    internal ApplicationHealth()
    {
    }

    /// <summary>Gets the name of the application.</summary>
    public Uri ApplicationName { get; internal set; }

    /// <summary>Gets the health of the application's services.</summary>
    public IList<ServiceHealthState> ServiceHealthStates { get; internal set; }
}

/// <summary>The health of a service.</summary>
public sealed class ServiceHealth : EntityHealth
{
    internal ServiceHealth()
    {
    }

    /// <summary>Gets the name of the service.</summary>
    public Uri ServiceName { get; internal set; }

    /// <summary>Gets the health of the service's partitions.</summary>
    public IList<PartitionHealthState> PartitionHealthStates { get; internal set; }
}

/// <summary>The health of a partition.</summary>
public sealed class PartitionHealth : EntityHealth
{
    internal PartitionHealth()
    {
    }

    /// <summary>Gets the id of the partition.</summary>
    public Guid PartitionId { get; internal set; }

    /// <summary>Gets the health of the partition's replicas or instances.</summary>
    public IList<ReplicaHealthState> ReplicaHealthStates { get; internal set; }
}

/// <summary>The health of a replica or instance.</summary>
public abstract class ReplicaHealth : EntityHealth
{
    internal ReplicaHealth(ServiceKind kind) => Kind = kind;

    /// <summary>Gets whether it is a replica or an instance.</summary>
    public ServiceKind Kind { get; }

    /// <summary>Gets the id of its partition.</summary>
    public Guid PartitionId { get; internal set; }

    /// <summary>Gets the id of the replica or instance.</summary>
    public long Id { get; internal set; }
}

/// <summary>The health of a replica.</summary>
public sealed class StatefulServiceReplicaHealth : ReplicaHealth
{
    internal StatefulServiceReplicaHealth()
        : base(ServiceKind.Stateful)
    {
    }

    /// <summary>Gets the id of the replica.</summary>
    public long ReplicaId => Id;
}

/// <summary>The health of an instance.</summary>
public sealed class StatelessServiceInstanceHealth : ReplicaHealth
{
    internal StatelessServiceInstanceHealth()
        : base(ServiceKind.Stateless)
    {
    }

    /// <summary>Gets the id of the instance.</summary>
    public long InstanceId => Id;
}
