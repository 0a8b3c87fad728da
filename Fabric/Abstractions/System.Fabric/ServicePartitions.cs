#nullable disable

using System.Collections.Generic;
using System.Fabric.Health;

namespace System.Fabric;

public interface IServicePartition
{
    ServicePartitionInformation PartitionInfo { get; }

    /// <summary>Tells the cluster the present load. It is kept and shown; it moves no replica here.</summary>
    void ReportLoad(IEnumerable<LoadMetric> metrics);

    void ReportFault(FaultType faultType);

    /// <summary>Tells the cluster what a move of the replica costs. It is kept and shown; no replica is moved here.
    /// </summary>
    void ReportMoveCost(MoveCost moveCost);

    void ReportPartitionHealth(HealthInformation healthInfo);

    void ReportPartitionHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions);
}

public interface IStatefulServicePartition : IServicePartition
{
    PartitionAccessStatus ReadStatus { get; }

    PartitionAccessStatus WriteStatus { get; }

    void ReportReplicaHealth(HealthInformation healthInfo);

    void ReportReplicaHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions);
}

public interface IStatelessServicePartition : IServicePartition
{
    void ReportInstanceHealth(HealthInformation healthInfo);

    void ReportInstanceHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions);
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
