#nullable disable

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
