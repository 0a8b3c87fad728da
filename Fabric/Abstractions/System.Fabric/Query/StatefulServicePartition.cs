#nullable disable

using System.Fabric.Health;

namespace System.Fabric.Query;

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
