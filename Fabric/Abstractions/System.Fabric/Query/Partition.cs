#nullable disable

using System.Collections.Generic;
using System.Fabric.Health;

namespace System.Fabric.Query;

public abstract class Partition
{
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

    public HealthState HealthState { get; internal set; }

    public ServiceKind ServiceKind { get; internal set; }

    public ServicePartitionStatus PartitionStatus { get; internal set; }

    public ServicePartitionInformation PartitionInformation { get; internal set; }
}

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

    public long TargetReplicaSetSize { get; internal set; }

    public long MinReplicaSetSize { get; internal set; }
}

public sealed class StatelessServicePartition : Partition
{
    internal StatelessServicePartition(
        ServicePartitionInformation partitionInformation,
        long instanceCount,
        HealthState healthState,
        ServicePartitionStatus partitionStatus)
        : base(ServiceKind.Stateless, partitionInformation, healthState, partitionStatus) =>
        InstanceCount = instanceCount;

    public long InstanceCount { get; internal set; }
}

public sealed class ServicePartitionList : PagedList<Partition>
{
    public ServicePartitionList()
    {
    }

    internal ServicePartitionList(IList<Partition> partitions)
        : base(partitions)
    {
    }
}

public enum ServicePartitionStatus
{
    Invalid = 0,
    Ready = 1,
    NotReady = 2,
    InQuorumLoss = 3,
    Reconfiguring = 4,
    Deleting = 5,
}
