#nullable disable

using System.Fabric.Health;

namespace System.Fabric.Query;

public abstract class Replica
{
    internal Replica(ServiceKind kind) => ServiceKind = kind;

    public ServiceKind ServiceKind { get; }

    /// <summary>Gets the id of the replica or instance.</summary>
    public long Id { get; internal init; }

    public string NodeName { get; internal init; }

    public string ReplicaAddress { get; internal init; }

    public ServiceReplicaStatus ReplicaStatus { get; internal init; }

    public HealthState HealthState { get; internal init; }
}

public sealed class StatefulServiceReplica : Replica
{
    internal StatefulServiceReplica()
        : base(ServiceKind.Stateful)
    {
    }

    public ReplicaRole ReplicaRole { get; internal init; }
}

public sealed class StatelessServiceInstance : Replica
{
    internal StatelessServiceInstance()
        : base(ServiceKind.Stateless)
    {
    }
}

public sealed class ServiceReplicaList : PagedList<Replica>
{
    public ServiceReplicaList()
    {
    }
}

public enum ServiceReplicaStatus
{
    Invalid = 0,
    InBuild = 1,
    Standby = 2,
    Ready = 3,
    Down = 4,
    Dropped = 5,
}
