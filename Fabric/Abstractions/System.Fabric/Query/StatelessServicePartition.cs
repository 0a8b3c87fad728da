#nullable disable

using System.Fabric.Health;

namespace System.Fabric.Query;

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
