using System;
using System.Collections.Generic;
using System.Fabric;
using System.Fabric.Health;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Replication;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Hosting;

/// <summary>The partition as a stateful replica and its state manager see it.</summary>
internal sealed class StatefulPartitionObject(ReplicationHost host, Guid id, long replicaId, ReplicaOpening opening,
    bool mustExist, PartitionReports reports) : IReplicationPartition
{
    public ServicePartitionInformation PartitionInfo { get; } = HostSettings.Partition(id, opening.Key);

    public PartitionAccessStatus ReadStatus => Replicator?.ReadStatus ?? PartitionAccessStatus.Invalid;

    public PartitionAccessStatus WriteStatus => Replicator?.WriteStatus ?? PartitionAccessStatus.Invalid;

    internal Replicator? Replicator { get; private set; }

    public void ReportFault(FaultType faultType)
    {
        // The manager elects another primary as soon as it hears of the fault, and counts on this one serving no more.
        Replicator?.Abort();
        reports.Fault(faultType == FaultType.Permanent);
    }

    public void ReportLoad(IEnumerable<LoadMetric> metrics) => reports.Load(metrics);

    public void ReportMoveCost(MoveCost moveCost) => reports.Cost(moveCost);

    public void ReportPartitionHealth(HealthInformation healthInfo) => reports.OfPartition(healthInfo);

    public void ReportPartitionHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        reports.OfPartition(healthInfo);

    public void ReportReplicaHealth(HealthInformation healthInfo) => reports.OfReplica(healthInfo);

    public void ReportReplicaHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        reports.OfReplica(healthInfo);

    public IReplicatedLog CreateReplicator(IReplicatedState state, ReplicatorLimits limits)
    {
        if (Replicator is not null)
            throw new InvalidOperationException("A replica has one replicator.");
        return Replicator = host.CreateReplicator(id, replicaId, state, new()
        {
            MinReplicaSetSize = opening.MinReplicaSetSize,
            MustExist = mustExist,
            Limits = limits,
            Faulted = Fail,
        });
    }

    private void Fail(Exception reason)
    {
        EventLog.OfProcess.ReplicatorFailed(replicaId, opening.ServiceName, reason);
        reports.Fault(permanent: false);
    }
}
