#nullable disable

using System.Fabric.Health;

namespace System.Fabric.Query;

/// <summary>A replica or instance at the time of the query.</summary>
public abstract class Replica
{
    internal Replica(ServiceKind kind) => ServiceKind = kind;

    /// <summary>Gets whether it is a replica of a stateful service or an instance of a stateless one.</summary>
    public ServiceKind ServiceKind { get; }

    /// <summary>Gets the id of the replica or instance.</summary>
    public long Id { get; internal init; }

    /// <summary>Gets the name of the node on which it is, such as <c>_Node_0</c>.</summary>
    public string NodeName { get; internal init; }

    /// <summary>
    /// Gets the addresses of its listeners, in the form of <c>ServiceEndpointCollection</c>; empty while it has none.
    /// </summary>
    public string ReplicaAddress { get; internal init; }

    /// <summary>Gets whether it is open and counts.</summary>
    public ServiceReplicaStatus ReplicaStatus { get; internal init; }

    /// <summary>Gets its health.</summary>
    public HealthState HealthState { get; internal init; }
}

/// <summary>A replica of a stateful service at the time of the query.</summary>
public sealed class StatefulServiceReplica : Replica
{
    internal StatefulServiceReplica()
        : base(ServiceKind.Stateful)
    {
    }

    /// <summary>Gets the role of the replica; Unknown while it is not open.</summary>
    public ReplicaRole ReplicaRole { get; internal init; }
}

/// <summary>An instance of a stateless service at the time of the query.</summary>
public sealed class StatelessServiceInstance : Replica
{
    internal StatelessServiceInstance()
        : base(ServiceKind.Stateless)
    {
    }
}

/// <summary>A list of replicas or instances.</summary>
public sealed class ServiceReplicaList : PagedList<Replica>
{
    /// <summary>Initializes an empty list.</summary>
    public ServiceReplicaList()
    {
    }
}

/// <summary>Says whether a replica or instance is open and counts.</summary>
public enum ServiceReplicaStatus
{
    /// <summary>No status.</summary>
    Invalid = 0,
    /// <summary>It is new or being opened, or its state is being copied.</summary>
    InBuild = 1,
    /// <summary>The replica is open and belongs to no configuration.</summary>
    Standby = 2,
    /// <summary>It is open and counts.</summary>
    Ready = 3,
    /// <summary>
    /// The replica was open before and is not now. The state of a persisted one is on the disk of its node.
    /// </summary>
    Down = 4,
    /// <summary>The replica's state is lost.</summary>
    Dropped = 5,
}
