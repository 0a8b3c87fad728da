#nullable disable

using System.Collections.Generic;
using System.Fabric.Health;

namespace System.Fabric.Query;

/// <summary>A partition at the time of the query.</summary>
public abstract class Partition
{
    /// <summary>Initializes the base of a partition.</summary>
    /// <param name="serviceKind">Whether its service is stateful.</param>
    /// <param name="partitionInformation">Its id and key.</param>
    /// <param name="healthState">Its health.</param>
    /// <param name="partitionStatus">Whether it serves.</param>
    protected Partition(
        ServiceKind serviceKind,
        ServicePartitionInformation partitionInformation,
        HealthState healthState,
        ServicePartitionStatus partitionStatus)
    {
        ServiceKind = serviceKind;
        PartitionInformation = partitionInformation;
        HealthState = healthState;
        PartitionStatus = partitionStatus;
    }

    /// <summary>Gets the health of the partition and of its replicas or instances.</summary>
    public HealthState HealthState { get; internal set; }

    /// <summary>Gets whether the partition's service is stateful.</summary>
    public ServiceKind ServiceKind { get; internal set; }

    /// <summary>Gets whether the partition serves.</summary>
    public ServicePartitionStatus PartitionStatus { get; internal set; }

    /// <summary>Gets the id and the key of the partition.</summary>
    public ServicePartitionInformation PartitionInformation { get; internal set; }
}

/// <summary>A partition of a stateful service at the time of the query.</summary>
public sealed class StatefulServicePartition : Partition
{
    internal StatefulServicePartition(
        ServicePartitionInformation partitionInformation,
        long targetReplicaSetSize,
        long minReplicaSetSize,
        HealthState healthState,
        ServicePartitionStatus partitionStatus)
        : base(ServiceKind.Stateful, partitionInformation, healthState, partitionStatus)
    {
        TargetReplicaSetSize = targetReplicaSetSize;
        MinReplicaSetSize = minReplicaSetSize;
    }

    /// <summary>Gets the number of replicas that the partition is to have.</summary>
    public long TargetReplicaSetSize { get; internal set; }

    /// <summary>Gets the smallest number of replicas that its configuration may have.</summary>
    public long MinReplicaSetSize { get; internal set; }
}

/// <summary>A partition of a stateless service at the time of the query.</summary>
public sealed class StatelessServicePartition : Partition
{
    internal StatelessServicePartition(
        ServicePartitionInformation partitionInformation,
        long instanceCount,
        HealthState healthState,
        ServicePartitionStatus partitionStatus)
        : base(ServiceKind.Stateless, partitionInformation, healthState, partitionStatus) =>
        InstanceCount = instanceCount;

    /// <summary>Gets the number of instances that the partition is to have; -1 for one on every node.</summary>
    public long InstanceCount { get; internal set; }
}

/// <summary>A list of partitions.</summary>
public sealed class ServicePartitionList : PagedList<Partition>
{
    /// <summary>Initializes an empty list.</summary>
    public ServicePartitionList()
    {
    }

    internal ServicePartitionList(IList<Partition> partitions)
        : base(partitions)
    {
    }
}

/// <summary>Says whether a partition serves.</summary>
public enum ServicePartitionStatus
{
    /// <summary>No status.</summary>
    Invalid = 0,
    /// <summary>The partition serves.</summary>
    Ready = 1,
    /// <summary>The partition has never served, or none of its instances is open.</summary>
    NotReady = 2,
    /// <summary>The partition serves no writes: more replicas are down than a quorum can do without.</summary>
    InQuorumLoss = 3,
    /// <summary>The partition does not serve until the change of its configuration ends.</summary>
    Reconfiguring = 4,
    /// <summary>The partition is being deleted. It does not occur here: such a partition is not listed.</summary>
    Deleting = 5,
}
