#nullable disable

using System.Fabric.Query;

namespace System.Fabric.Health;

/// <summary>The health of an entity within the health of the one that contains it.</summary>
public abstract class EntityHealthState
{
    internal EntityHealthState()
    {
    }

    public HealthState AggregatedHealthState { get; internal init; }
}

public sealed class NodeHealthState : EntityHealthState
{
    internal NodeHealthState()
    {
    }

    public string NodeName { get; internal init; }
}

public sealed class ApplicationHealthState : EntityHealthState
{
    internal ApplicationHealthState()
    {
    }

    public Uri ApplicationName { get; internal init; }
}

public sealed class ServiceHealthState : EntityHealthState
{
    internal ServiceHealthState()
    {
    }

    public Uri ServiceName { get; internal init; }
}

public sealed class PartitionHealthState : EntityHealthState
{
    internal PartitionHealthState()
    {
    }

    public Guid PartitionId { get; internal init; }
}

public abstract class ReplicaHealthState : EntityHealthState
{
    internal ReplicaHealthState(ServiceKind kind) => Kind = kind;

    public ServiceKind Kind { get; }

    public Guid PartitionId { get; internal init; }

    public long Id { get; internal init; }
}

public sealed class StatefulServiceReplicaHealthState : ReplicaHealthState
{
    internal StatefulServiceReplicaHealthState()
        : base(ServiceKind.Stateful)
    {
    }

    public long ReplicaId => Id;
}

public sealed class StatelessServiceInstanceHealthState : ReplicaHealthState
{
    internal StatelessServiceInstanceHealthState()
        : base(ServiceKind.Stateless)
    {
    }

    public long InstanceId => Id;
}
