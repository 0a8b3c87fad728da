#nullable disable

using System.Fabric.Query;

namespace System.Fabric.Health;

/// <summary>The health of an entity within the health of the one that contains it.</summary>
public abstract class EntityHealthState
{
    internal EntityHealthState()
    {
    }

    /// <summary>Gets the worst of what is said of the entity and of what it contains.</summary>
    public HealthState AggregatedHealthState { get; internal init; }
}

/// <summary>The health of a node within that of the cluster.</summary>
public sealed class NodeHealthState : EntityHealthState
{
    internal NodeHealthState()
    {
    }

    /// <summary>Gets the name of the node, such as <c>_Node_0</c>.</summary>
    public string NodeName { get; internal init; }
}

/// <summary>The health of an application within that of the cluster.</summary>
public sealed class ApplicationHealthState : EntityHealthState
{
    internal ApplicationHealthState()
    {
    }

    /// <summary>Gets the name of the application.</summary>
    public Uri ApplicationName { get; internal init; }
}

/// <summary>The health of a service within that of its application.</summary>
public sealed class ServiceHealthState : EntityHealthState
{
    internal ServiceHealthState()
    {
    }

    /// <summary>Gets the name of the service.</summary>
    public Uri ServiceName { get; internal init; }
}

/// <summary>The health of a partition within that of its service.</summary>
public sealed class PartitionHealthState : EntityHealthState
{
    internal PartitionHealthState()
    {
    }

    /// <summary>Gets the id of the partition.</summary>
    public Guid PartitionId { get; internal init; }
}

/// <summary>The health of a replica or instance within that of its partition.</summary>
public abstract class ReplicaHealthState : EntityHealthState
{
    internal ReplicaHealthState(ServiceKind kind) => Kind = kind;

    /// <summary>Gets whether it is a replica or an instance.</summary>
    public ServiceKind Kind { get; }

    /// <summary>Gets the id of its partition.</summary>
    public Guid PartitionId { get; internal init; }

    /// <summary>Gets the id of the replica or instance.</summary>
    public long Id { get; internal init; }
}

/// <summary>The health of a replica within that of its partition.</summary>
public sealed class StatefulServiceReplicaHealthState : ReplicaHealthState
{
    internal StatefulServiceReplicaHealthState()
        : base(ServiceKind.Stateful)
    {
    }

    /// <summary>Gets the id of the replica.</summary>
    public long ReplicaId => Id;
}

/// <summary>The health of an instance within that of its partition.</summary>
public sealed class StatelessServiceInstanceHealthState : ReplicaHealthState
{
    internal StatelessServiceInstanceHealthState()
        : base(ServiceKind.Stateless)
    {
    }

    /// <summary>Gets the id of the instance.</summary>
    public long InstanceId => Id;
}
