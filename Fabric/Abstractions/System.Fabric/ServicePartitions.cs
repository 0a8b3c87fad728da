#nullable disable

namespace System.Fabric;

public interface IServicePartition
{
    ServicePartitionInformation PartitionInfo { get; }

    void ReportFault(FaultType faultType);
}

public interface IStatefulServicePartition : IServicePartition
{
    PartitionAccessStatus ReadStatus { get; }

    PartitionAccessStatus WriteStatus { get; }
}

public interface IStatelessServicePartition : IServicePartition
{
}

public enum PartitionAccessStatus
{
    Invalid = 0,
    Granted = 1,
    ReconfigurationPending = 2,
    NotPrimary = 3,
    NoWriteQuorum = 4,
}

public enum FaultType
{
    Invalid = 0,
    Permanent = 1,
    Transient = 2,
}

public enum MoveCost
{
    Zero = 0,
    Low = 1,
    Medium = 2,
    High = 3,
}
